import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { cashOf, comeIn, expectCash, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const common = texts("en", "common");
const game = texts("en", "game");
const report = texts("en", "report");
const house = "Harbor House";

/** Sets the faults that the simulated provider injects into the next orders; an empty object turns them off. */
async function faults(page: Page, settings: object): Promise<void> {
  const answer = await page.request.post(`${demo().addresses.sim}/faults`, { data: settings });
  expect(answer.status()).toBe(200);
}

test.afterEach(async ({ page }) => await faults(page, {}));

test("money goes into a game and is brought back, and every move stands in the reports", async ({ page, context }) => {
  const complaints = new Complaints(context, "member");
  await speak(context, "en");
  await comeIn(page, paths.home);
  const before = await cashOf(page);
  const part = 30_000;

  /** Opens the game with a wallet of its own, taking an amount along. */
  const open = async (amount: number): Promise<void> => {
    await follow(page, paths.studio.replace("$procId", "211"));
    await page.getByRole("main").getByText("Comet Harbor", { exact: true }).click();
    await page.getByRole("dialog").getByLabel(game("take.amount")).fill(String(amount));
    await shot(page, "game-take-along");
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: game("take.submit", { amount: won(amount) }) }).click();
    const window = await opening;
    await window.waitForURL(/\/play\//);
  };

  await test.step("a game with a wallet of its own asks first, takes that much, and the header says where it is", async () => {
    await open(part);
    await expectCash([page], before - part);
    await expect(page.getByText(game("money.pill", { amount: won(part) }))).toBeVisible();
    await shot(page, "game-money-1");
  });

  await test.step("closing the game brings it back by itself", async () => {
    await page.getByRole("button", { name: game("chip.close") }).click();
    await expectCash([page], before);
    await expect(page.getByText(game("money.pill", { amount: won(part) }))).toHaveCount(0);
  });

  await test.step("the provider's answer is lost: the money arrives all the same", async () => {
    await open(part);
    await expectCash([page], before - part);
    await faults(page, { transfer: "error-after", times: 1 });
    await page.getByRole("button", { name: game("chip.close") }).click();
    await expectCash([page], before);
    await expect(page.getByText(game("money.in", { name: house }))).toHaveCount(0);
  });

  await test.step("a round of another game, for the reports", async () => {
    const { gameUrl } = await call(page.request, "/api/game/slot", {
      gameGroup: "slot",
      vendorKey: "201",
      gameKey: "moonjar",
      isMobile: 0,
      lang: "en",
    });
    const spin = await page.request.post(`${gameUrl}/spin`, { data: { stake: 400, key: `reports-${Date.now()}` } });
    expect(spin.status()).toBe(200);
  });

  await test.step("win and loss", async () => {
    await follow(page, paths.winlose);
    await expect(page.getByRole("row", { name: /Hanok Studio/ })).toBeVisible();
    await shot(page, "winlose");
  });

  await test.step("the statement, and its file", async () => {
    await page
      .getByRole("main")
      .getByRole("link", { name: report("statement.title") })
      .click();
    await expect(
      page
        .getByRole("row")
        .filter({ hasText: report("kind.gameOut") })
        .first(),
    ).toContainText(won(before));
    await shot(page, "statement");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: report("statement.download") }).click();
    await page.getByRole("button", { name: "CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^statement.*\.csv$/);
    expect(readFileSync(await file.path(), "utf8")).toContain("game.out");
  });

  await test.step("live chat identifies the member", async () => {
    const opening = page.waitForEvent("popup");
    await page
      .getByRole("navigation", { name: common("nav.mine") })
      .getByRole("button", { name: common("nav.chat") })
      .click();
    const chat = await opening;
    await expect(chat.getByRole("status")).toContainText(`${demo().member.memId}@${demo().site}`);
    expect(new URL(chat.url()).hash, "no token stays in the address").toBe("");
    await chat.getByRole("textbox").fill("Hello");
    await chat.getByRole("textbox").press("Enter");
    await expect(chat.getByRole("listitem").filter({ hasText: "Thank you" })).toBeVisible();
    await shot(chat, "chat");
    await chat.close();
  });
  complaints.expectNone();
});

test("a partner invites from the members' page, and is shown to the partner area for figures", async ({
  page,
  context,
}) => {
  const complaints = new Complaints(context, "partner");
  await speak(context, "en");
  await comeIn(page, paths.home, demo().partner);
  const mine = page.getByRole("navigation", { name: common("nav.mine") });
  await mine.getByRole("link", { name: common("nav.distributor") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report("partner.title"));
  await expect(page.getByRole("main").getByRole("link", { name: common("nav.partner") })).toBeVisible();
  await expect(page.getByRole("main").getByText(demo().partner.memId, { exact: true })).toBeVisible();
  await shot(page, "distributor");
  complaints.expectNone();
});
