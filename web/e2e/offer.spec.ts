import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { openSlot } from "./support/game-page.ts";
import { comeIn, speak, walletOf } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { agree, openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "offer");
const GAME = "Moon Jar";
const LAUNCH = { gameGroup: "slot", vendorKey: "201", gameKey: "moonjar" };

/** Turns the switch of the game on a page that shows it. */
async function turn(staff: Page, off: boolean, reason: string): Promise<void> {
  const name = t(off ? "offOf" : "onOf", { name: GAME });
  await staff.getByRole("button", { name }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.locator("input[name=reason]").fill(reason);
  await shot(staff, off ? "offer-off" : "offer-on");
  await dialog.getByRole("button", { name }).click();
  await expect(dialog).toHaveCount(0);
  await expect(staff.getByRole("button", { name: t(off ? "onOf" : "offOf", { name: GAME }) })).toBeVisible();
}

/** One spin through what the game's page asks of its provider; returns the answer to the bet, empty when it was taken. */
async function spinBy(game: Page, key: string): Promise<string> {
  const answer = await game.request.post(`${game.url()}/spin`, { data: { stake: 1000, key } });
  const { code } = await answer.json();
  return code;
}

test("staff switches a game off: launches and bets are refused, and open pages follow", async ({ browser, clerk }) => {
  const [ofStaff, ofMember] = await Promise.all([
    browser.newContext({ storageState: clerk.state }),
    browser.newContext(),
  ]);
  await Promise.all([ofStaff, ofMember].map((context) => speak(context, "en")));
  const complaints = [new Complaints(ofStaff, "staff"), new Complaints(ofMember, "member")];
  const [staff, member] = await Promise.all([ofStaff.newPage(), ofMember.newPage()]);

  await comeIn(member, paths.home);
  const game = await openSlot(member);
  const mark = `offer-${Date.now()}`;
  expect(await spinBy(game, `${mark}-1`)).toBe("");
  const tile = member.getByRole("main").getByText(GAME, { exact: true });
  await expect(tile).toBeVisible();

  await staff.goto(`${staffPaths.offer}?part=games&q=moonjar`);
  await turn(staff, true, "its reels stick");
  await expect(staff.getByText("its reels stick")).toBeVisible();
  await shot(staff, "offer-games-off");
  await expect(tile, "the open page of the member follows").toHaveCount(0);
  const { resultCode } = await ask(member.request, "/api/game/slot", LAUNCH);
  expect(resultCode).toBe("B0099");
  const before = await walletOf(member);
  expect(await spinBy(game, `${mark}-2`), "the window that is open takes no bet").toBe("MAINTENANCE");
  expect(await walletOf(member)).toEqual(before);

  await turn(staff, false, "the studio mended it");
  await expect(tile).toBeVisible();
  expect(await spinBy(game, `${mark}-3`)).toBe("");
  await call(member.request, "/api/game/slot", LAUNCH);
  await follow(staff, staffPaths.audit);
  await expect(staff.getByRole("row").filter({ hasText: "moonjar" }).first()).toContainText(
    texts("en", "audit")("action.site.offer"),
  );
  for (const one of complaints) one.expectNone();
});

test("two persons add a provider and replace its key; one adds a product and a game", async ({
  browser,
  clerk,
  colleague,
}) => {
  const page = await openDesk(browser, clerk);
  const complaints = new Complaints(page.context(), "staff");
  const second = await openDesk(browser, colleague);
  const id = `acme${Date.now().toString(36).slice(-6)}`;
  const dialog = page.getByRole("dialog");
  const done = async () => {
    await expect(dialog).toHaveCount(0);
  };
  /** A colleague approves what was asked, and the page is opened again. */
  const agreed = async () => {
    await agree(second, id);
    await follow(page, staffPaths.approvals);
    await follow(page, staffPaths.offer);
  };

  await second.goto(staffPaths.approvals);
  await page.goto(staffPaths.offer);
  await page.getByRole("button", { name: t("addVendor") }).click();
  await dialog.getByLabel(t("id"), { exact: true }).fill(id);
  await shot(page, "offer-add-vendor");
  await dialog.getByRole("button", { name: t("add"), exact: true }).click();
  await done();
  await agreed();

  const rotate = async (key: string) => {
    await page.getByRole("button", { name: t("keysOf", { name: id }) }).click();
    await dialog.getByLabel(t("keyId")).fill(key);
    await shot(page, `offer-key-${key}`);
    await dialog.getByRole("button", { name: t("rotate") }).click();
    await expect(dialog.locator("code")).toHaveText(/^[\w-]{43}$/);
    await shot(page, `offer-key-${key}-made`);
    await page.keyboard.press("Escape");
    await done();
    await agreed();
  };
  await rotate("first");
  await rotate("second");
  const row = page.getByRole("row").filter({ hasText: id });
  await expect(row).toContainText("second");
  await page.getByRole("button", { name: t("keysOf", { name: id }) }).click();
  await shot(page, "offer-keys");
  await dialog.getByRole("button", { name: t("endKeyOf", { id: "first" }) }).click();
  await page.getByRole("button", { name: t("endKeyAsk"), exact: true }).click();
  await expect(page.getByRole("button", { name: t("endKeyAsk"), exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await done();
  await agreed();
  await expect(row).not.toContainText("first");

  await follow(page, `${staffPaths.offer}?part=products`);
  await page.getByRole("button", { name: t("addProduct") }).click();
  await dialog.getByLabel(t("vendor")).selectOption(id);
  await dialog.getByLabel(t("id"), { exact: true }).fill(id);
  await dialog.getByLabel(t("name"), { exact: true }).fill("Snow House");
  await dialog.getByLabel(t("picture")).fill("/art/games/koi.svg");
  await shot(page, "offer-add-product");
  await dialog.getByRole("button", { name: t("add"), exact: true }).click();
  await done();
  await follow(page, `${staffPaths.offer}?part=games&product=${id}`);
  await page.getByRole("button", { name: t("addGame") }).click();
  await dialog.getByLabel(t("code")).fill(`${id}-tiger`);
  await dialog.getByLabel(t("nameKorean")).fill("눈 호랑이");
  await dialog.getByLabel(t("nameEnglish")).fill("Snow Tiger");
  await dialog.getByLabel(t("picture")).fill("/art/games/koi.svg");
  await dialog.getByRole("button", { name: t("add"), exact: true }).click();
  await done();
  await expect(page.getByRole("row").filter({ hasText: "Snow Tiger" })).toBeVisible();
  complaints.expectNone();
});
