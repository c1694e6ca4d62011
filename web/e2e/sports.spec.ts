import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { cashOf, expectCash, expectMember, logIn, speak } from "./support/member-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "sports");
const play = texts("en", "play");

const STAKE = 10_000;

type Matches = Awaited<ReturnType<typeof call<"/api/sports/matches">>>["list"];

/** A match that begins in more than an hour, so that its bet can be taken back, or one in play; its winner takes bets. */
async function findMatch(page: Page, live: boolean): Promise<Matches[number]> {
  let found: Matches[number] | undefined;
  await expect
    .poll(
      async () => {
        const fromAt = new Date(Date.now() + 3_600_000).toISOString();
        const { list } = await call(page.request, "/api/sports/matches", {
          count: 100,
          ...(live ? { live } : { fromAt }),
        });
        found = list.find(
          ({ markets, progress }) =>
            !progress.suspended &&
            markets.some(
              ({ kind, state, prices }) =>
                (kind === "1x2" || kind === "winner") && state === "open" && prices.every(({ price }) => price > 1_150),
            ),
        );
        return found;
      },
      { message: "a match whose winner takes bets", timeout: 300_000 },
    )
    .toBeDefined();
  if (!found) throw new Error("no match");
  return found;
}

const slipOf = (page: Page) => page.getByRole("region", { name: play("slip.title") });

/** Puts the first price of the winner of a match on the slip, and the stake. */
async function fill(page: Page, { eventIdx }: Matches[number]): Promise<void> {
  await page.goto(paths.sportsMatch.replace("$eventIdx", String(eventIdx)));
  const winner = page.getByRole("grid", { name: new RegExp(`^(${t("market.1x2")}|${t("market.winner")})$`) });
  await winner.getByRole("button").first().click();
  await slipOf(page)
    .getByRole("textbox", { name: play("stake.label") })
    .fill(String(STAKE));
}

/** Presses the button of the slip, after new odds were accepted where they moved meanwhile, until the bet is on its way. */
async function place(page: Page): Promise<void> {
  const receipt = page.getByRole("region", { name: t("placed.title") });
  const agree = page.getByRole("button", { name: play("slip.agree") });
  const bet = page.getByRole("button", { name: /^Bet / });
  await expect(async () => {
    if (await agree.isVisible()) await agree.click({ timeout: 1_000 });
    if (await bet.isVisible()) await bet.click({ timeout: 1_000 });
    await expect(receipt).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 300_000 });
}

test("a member bets on a match before it begins, takes the bet back, and each page shows the money at once", async ({
  context,
  page,
}) => {
  await speak(context, "en");
  await logIn(page, demo().member);
  await expectMember(page);
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

  await page.goto(`${paths.bets}?gameType=sports`);
  await page.getByRole("table").getByRole("row").nth(1).click();
  const detail = page.getByRole("dialog");
  await expect(detail.getByText(t("slip.win"))).toBeVisible();
});

test("a bet on a match in play is checked before it is accepted, or its stake comes back (D-26)", async ({
  context,
  page,
}) => {
  await speak(context, "en");
  await logIn(page, demo().member);
  await expectMember(page);
  const before = await cashOf(page);
  await fill(page, await findMatch(page, true));
  await place(page);
  const accepted = page.getByText(t("placed.placed"));
  const refused = page.getByText(t("placed.refused"));
  await expect(accepted.or(refused)).toBeVisible();
  await expectCash([page], (await accepted.isVisible()) ? before - STAKE : before);
});

test("a bet in play is cashed out for its offer after the delay", async ({ context, page }) => {
  await speak(context, "en");
  await logIn(page, demo().member);
  await expectMember(page);
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
    await expect(offer).toBeVisible({ timeout: 20_000 });
    await offer.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Cash out/ }).click();
    try {
      await expect(page.getByText(/^Cashed out: /)).toBeVisible({ timeout: 30_000 });
    } finally {
      if (await dialog.isVisible()) await page.keyboard.press("Escape");
    }
  }).toPass({ timeout: 500_000 });
});

test("prices on the page are those of now, without a reload", async ({ context, page }) => {
  await speak(context, "en");
  await page.goto(`${paths.sports}?view=live`);
  await expect(page.getByRole("grid").first()).toBeVisible();
  const shown = () => page.getByRole("main").locator("[data-cell][data-state]").allTextContents();
  const first = await shown();
  await expect.poll(shown, { message: "a price moves", timeout: 300_000 }).not.toEqual(first);
});

test("a guest's slip leads to the login and is there afterwards", async ({ context, page }) => {
  await speak(context, "en");
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
