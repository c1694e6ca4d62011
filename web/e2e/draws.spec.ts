import { type Browser, expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { cashOf, expectCash, expectMember, logIn, speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { staffState } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "minigame");
const play = texts("en", "play");
const trading = texts("en", "trading");
const audit = texts("en", "audit");

const STAKE = 10_000;
/** Enough time of a round to place two bets on a busy machine; of a round of five minutes, to place one and have staff void it. */
const LEFT_MS = { coin3: 60_000, coin5: 150_000 };
/** A round of the coins lasts three or five minutes, and its draw a few seconds. */
const DRAW_MS = 240_000;
const REASON = "the beacon is disputed";

/** The number of the round of a game that takes bets for a while. */
async function openRound(page: Page, game: keyof typeof LEFT_MS): Promise<number> {
  let no: number | undefined;
  await expect
    .poll(
      async () => {
        const { now, games } = await call(page.request, "/api/minigame/games", {});
        const rounds = games.find(({ code }) => code === game)?.stands.rounds ?? [];
        const open = rounds.find(
          ({ opensAt, closesAt }) =>
            Date.parse(opensAt) <= Date.parse(now) && Date.parse(closesAt) - Date.parse(now) > LEFT_MS[game],
        );
        no = open?.no;
        return no;
      },
      { message: `a round of ${game} that takes bets`, timeout: DRAW_MS },
    )
    .toBeDefined();
  if (no === undefined) throw new Error("no round");
  await expect(page.getByRole("heading", { name: t("bets.on", { no }) })).toBeVisible();
  return no;
}

/** Chooses a price and places the bet. */
async function bet(page: Page, no: number, market: string, pick: string): Promise<void> {
  await page
    .getByRole("group", { name: market, exact: true })
    .getByRole("button", { name: new RegExp(`^${pick} `) })
    .click();
  await page.getByRole("textbox", { name: play("stake.label") }).fill(String(STAKE));
  const amount = won(STAKE);
  await page.getByRole("button", { name: play("slip.place", { amount }), exact: true }).click();
  await expect(page.getByText(t("placed", { no, bet: `${market}: ${pick}`, amount }))).toBeVisible();
}

/** A member on the page of a game and on a second one, which shows the balance too, and staff. */
async function visit(browser: Browser, game: string) {
  const guest = await browser.newContext();
  const staff = await browser.newContext({ storageState: staffState });
  const complaints = [new Complaints(guest, "member"), new Complaints(staff, "staff")];
  for (const context of [guest, staff]) await speak(context, "en");
  const page = await guest.newPage();
  await logIn(page, demo().member);
  await expectMember(page);
  const second = await guest.newPage();
  await second.goto(paths.home);
  await page.goto(`${paths.minigames}/${game}`);
  return { page, second, desk: await staff.newPage(), complaints };
}

test("a member bets on a draw, sees its result and the money without a reload, and computes the draw again (S-47, S-64)", async ({
  browser,
}) => {
  const { page, second, desk, complaints } = await visit(browser, "coin3");
  const before = await cashOf(page);
  const no = await openRound(page, "coin3");
  const name = t("fair.round", { game: t("game.coin3"), no });

  await test.step("each bet takes its stake at once, on every page", async () => {
    await bet(page, no, t("market.first"), t("pick.head"));
    await expectCash([page, second], before - STAKE);
    await bet(page, no, t("market.second"), t("pick.tail"));
    await expectCash([page, second], before - 2 * STAKE);
  });

  const { coins, paid } = await test.step("the draw shows the result, and pays what the pay table says", async () => {
    const mine = page.getByRole("region", { name: t("mine.title") });
    const said = mine.getByRole("status");
    await expect(said).toContainText(t("round", { no }), { timeout: DRAW_MS });
    const { outcome } = await call(page.request, "/api/minigame/round", { game: "coin3", no });
    const coins = outcome?.coins ?? [];
    expect(coins).toHaveLength(3);
    const { list } = await call(page.request, "/api/minigame/bets", { gameCode: "coin3" });
    const bets = list.filter((one) => one.no === no);
    const hits = { "first.head": coins[0] === "head", "second.tail": coins[1] === "tail" };
    expect(Object.fromEntries(bets.map(({ selection, state }) => [selection, state === "won"]))).toEqual(hits);
    const paid = bets.reduce((sum, { state, price }) => sum + (state === "won" ? (STAKE * price) / 1_000 : 0), 0);
    await expect(said).toHaveText(t(paid > 0 ? "result.won" : "result.over", { no, amount: won(paid) }));
    await expectCash([page, second], before - 2 * STAKE + paid);
    await expect(page.getByRole("region", { name: t("stage") })).toContainText(t("round", { no }));
    return { coins, paid };
  });
  const result = coins.map((coin) => t(coin === "head" ? "coin.head" : "coin.tail")).join(" · ");
  await shot(page, "draw-result");

  await test.step("the browser computes the round again, and every check is ok", async () => {
    await page.getByRole("link", { name: t("links.fair") }).click();
    const round = page.getByRole("region", { name });
    await expect(round.getByText(t("fair.proven"))).toBeVisible();
    await expect(round).toContainText(result);
    await expect(round.getByText(t("fair.failed"), { exact: true })).toHaveCount(0);
    await shot(page, "draw-proof");
  });

  await test.step("the history has the bet with its draw", async () => {
    await page.goto(`${paths.bets}?gameType=minigame`);
    await page.getByRole("table").getByRole("row").nth(1).click();
    const detail = page.getByRole("dialog");
    await expect(detail).toContainText(`${t("market.second")}: ${t("pick.tail")}`);
    await expect(detail).toContainText(name);
    await expect(detail).toContainText(result);
    await shot(page, "draw-bet");
  });

  await test.step("staff sees the round with what was staked and paid", async () => {
    await desk.goto(`${staffPaths.minigame}?game=coin3`);
    const row = desk.getByRole("row").filter({ hasText: no.toLocaleString("en") });
    await expect(row).toContainText(trading("draws.state.drawn"));
    await expect(row.getByRole("cell", { name: won(2 * STAKE), exact: true })).toBeVisible();
    await expect(row.getByRole("cell", { name: won(paid), exact: true })).toBeVisible();
    await expect(row).toContainText(result);
    await row.getByRole("button", { name: no.toLocaleString("en") }).click();
    const sheet = desk.getByRole("dialog", { name });
    const { commitment, seed } = await call(page.request, "/api/minigame/round", { game: "coin3", no });
    await expect(sheet).toContainText(commitment);
    await expect(sheet).toContainText(seed);
    await expect(sheet.getByRole("button", { name: trading("draws.void") })).toHaveCount(0);
    await shot(desk, "desk-draw");
  });
  for (const one of complaints) one.expectNone();
});

test("staff voids a round before its draw, and the stakes come back without a reload (S-58)", async ({ browser }) => {
  const { page, second, desk, complaints } = await visit(browser, "coin5");
  const before = await cashOf(page);
  const no = await openRound(page, "coin5");
  const name = t("fair.round", { game: t("game.coin5"), no });
  await bet(page, no, t("market.third"), t("pick.head"));
  await expectCash([page, second], before - STAKE);

  await desk.goto(`${staffPaths.minigame}?game=coin5`);
  const button = desk.getByRole("button", { name: trading("voidOf", { name }), exact: true });
  await button.click();
  const dialog = desk.getByRole("dialog");
  await dialog.locator("input[name=reason]").fill(REASON);
  await shot(desk, "desk-draw-void");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog).toHaveCount(0);
  const row = desk.getByRole("row").filter({ hasText: no.toLocaleString("en") });
  await expect(row).toContainText(REASON);
  await expect(button).toHaveCount(0);

  await expectCash([page, second], before);
  const mine = page.getByRole("region", { name: t("mine.title") }).getByRole("listitem");
  await expect(mine.filter({ hasText: t("round", { no }) })).toContainText(t("state.void"));
  await expect(row).toContainText(trading("draws.state.void"));

  await desk.goto(staffPaths.audit);
  await expect(desk.getByRole("row").filter({ hasText: `coin5/${no}` })).toContainText(audit("action.minigame.void"));
  for (const one of complaints) one.expectNone();
});
