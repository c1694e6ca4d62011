import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { cashOf, comeIn, expectCash, expectMember, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { fill, findMatch, place, STAKE, slipOf } from "./support/sports-page.ts";
import { test, waits } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "sports");
const play = texts("en", "play");

test("a member bets on matches to come and in play (D-26), takes a bet back, cashes one out, and each page shows the money at once", async ({
  context,
  page,
}) => {
  await speak(context, "en");
  await comeIn(page, paths.home);
  const second = await context.newPage();
  await second.goto(paths.home);
  const before = await cashOf(page);

  await fill(page, await findMatch(page, false));
  await place(page);
  await expect(page.getByText(t("placed.placed"))).toBeVisible();
  await expectCash([page, second], before - STAKE);

  const open = page.getByRole("region", { name: t("open.title") });
  await open
    .getByRole("button", { name: new RegExp(`^${t("open.take")}`) })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Take .* back$/ })
    .click();
  await expectCash([page, second], before);

  await follow(page, `${paths.bets}?gameType=sports`);
  await page.getByRole("table").getByRole("row").nth(1).click();
  const detail = page.getByRole("dialog");
  await expect(detail.getByText(t("slip.win"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(detail).toHaveCount(0);

  waits(14); // the delay of a bet in play, and that of its cash-out
  // A bet on a match in play is checked before it is accepted, or its stake comes back (D-26).
  await fill(page, await findMatch(page, true));
  await place(page);
  const accepted = page.getByText(t("placed.placed"));
  const refused = page.getByText(t("placed.refused"));
  await expect(accepted.or(refused)).toBeVisible();
  await expectCash([page], (await accepted.isVisible()) ? before - STAKE : before);

  // An offer is taken and paid after the same delay.
  const offer = page
    .getByRole("region", { name: t("open.title") })
    .getByRole("button", { name: /^Cash out/ })
    .first();
  // A goal, a suspension or lower odds refuse the offer, and a match may end meanwhile: then another one is taken.
  await expect(async () => {
    if (!(await offer.isVisible())) {
      await fill(page, await findMatch(page, true));
      await place(page);
    }
    await expect(offer).toBeVisible({ timeout: 60_000 });
    await offer.click({ timeout: 30_000 });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Cash out/ }).click({ timeout: 30_000 });
    try {
      await expect(page.getByText(/^Cashed out: /)).toBeVisible({ timeout: 60_000 });
    } finally {
      if (await dialog.isVisible()) await page.keyboard.press("Escape");
    }
  }).toPass();
});

test("prices on the page are those of now, without a reload; a guest's slip leads to the login and is there afterwards", async ({
  context,
  page,
}) => {
  await speak(context, "en");
  await page.goto(`${paths.sports}?view=live`);
  await expect(page.getByRole("grid").first()).toBeVisible();
  const shown = () => page.getByRole("main").locator("[data-cell][data-state]").allTextContents();
  const first = await shown();
  waits(4); // the feed's next price
  await expect.poll(shown, { message: "a price moves" }).not.toEqual(first);

  await fill(page, await findMatch(page, false));
  await page.getByRole("button", { name: /^Bet / }).click();
  const popup = page.getByRole("dialog");
  await popup.locator("input[name=memId]").fill(demo().member.memId);
  await popup.locator("input[name=memPass]").fill(demo().member.memPass);
  await popup.locator("input[name=memPass]").press("Enter");
  await expectMember(page);
  await expect(slipOf(page).getByRole("button", { name: /^Remove / })).toBeVisible();
  await slipOf(page)
    .getByRole("button", { name: play("slip.clear") })
    .click();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the slip is a sheet over the matches", async ({ context, page }) => {
    await speak(context, "en");
    await page.goto(paths.sports);
    const price = page
      .getByRole("grid")
      .getByRole("button", { pressed: false })
      .and(page.locator('[data-state="open"]'));
    await price.first().tap();
    await page.getByRole("button", { name: new RegExp(play("slip.title")) }).tap();
    const sheet = page.getByRole("dialog", { name: play("slip.title") });
    await sheet.getByRole("button", { name: "7", exact: true }).tap();
    await sheet.getByRole("button", { name: "000", exact: true }).tap();
    await expect(sheet.getByRole("textbox")).toHaveValue("7,000");
    await sheet.getByRole("button", { name: play("slip.clear") }).tap();
    await expect(sheet).toHaveCount(0);
  });
});
