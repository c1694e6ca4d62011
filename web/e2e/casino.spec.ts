import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { openGame } from "./support/game-page.ts";
import { cashOf, comeIn, expectCash, speak } from "./support/member-page.ts";
import { test, waits } from "./support/test.ts";
import { won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

/** A bet of the window as its provider knows it. */
interface Bet {
  id: string;
  code: string;
  settled: boolean;
  stake: number;
  win: number;
  outcome: object | null;
}

interface State {
  mine: { bets: Bet[] }; // of a table
  rounds: Bet[]; // of a game that one member plays alone
}

/** What the page of a game knows of its window. */
async function stateOf(game: Page): Promise<State> {
  const answer = await game.request.post(`${game.url()}/state`, { data: {} });
  expect(answer.status(), await answer.text()).toBe(200);
  return await answer.json();
}

async function open(context: BrowserContext, page: Page, path: string, name: string): Promise<Page> {
  await speak(context, "en");
  await comeIn(page, path);
  const game = await openGame(page, name);
  await game.bringToFront(); // a window that is hidden paints nothing
  await expect(game.locator("#stage")).not.toHaveAttribute("aria-busy", /./);
  return game;
}

/** The last bet is in the history with its result, and site and window show the money that it left. */
async function expectSettled(page: Page, game: Page, bet: Bet, before: number): Promise<void> {
  const balance = before - bet.stake + bet.win;
  await expect.poll(() => cashOf(page), { message: "the balance has the stake and the win" }).toBe(balance);
  await expectCash([page], balance);
  await expect(game.locator("#balance")).toHaveText(won(balance));
  await game.locator("#history").click();
  const row = game.locator("#sheet table.rounds tbody tr").first();
  await expect(row).toContainText(won(bet.stake));
  await expect(row).toContainText(bet.win > 0 ? `+${won(bet.win)}` : won(0));
  await row.getByRole("button").click();
  await expect(game.locator("#sheet")).toContainText(bet.id);
}

test("a bet on baccarat is settled by the round that everyone sees", async ({ context, page }) => {
  waits(32); // a round, which the table begins for everyone
  const complaints = new Complaints(context, "member");
  const game = await open(context, page, paths.casino, "Crane Baccarat");
  const before = await cashOf(page);
  const spot = game.locator('[data-spot="player"]');
  const place = game.locator("#place");
  complaints.allow(/ (409|503) /);
  let placed = "";
  // Betting may close under a slow hand: chips that were not placed come back, and the next round takes them.
  await expect(async () => {
    await expect(game.locator("body.open")).toBeAttached();
    await spot.click({ timeout: 5_000 });
    // The window repeats under the same key what its provider could not answer yet.
    const answered = game.waitForResponse((answer) => answer.url().endsWith("/bet") && answer.status() !== 503);
    const [answer] = await Promise.all([answered, place.click({ timeout: 5_000 })]);
    const bet: Bet = await answer.json();
    expect(bet.code).toBe("");
    placed = bet.id;
  }).toPass();

  const current = async () => (await stateOf(game)).mine.bets.find(({ id }) => id === placed);
  await expect.poll(async () => (await current())?.settled).toBe(true);
  const bet = await current();
  if (!bet) throw new Error("the bet is gone");
  expect(bet.stake % 1_000).toBe(0);
  expect([0, bet.stake, 2 * bet.stake], "the player's side pays 1 : 1, and a tie gives the stake back").toContain(
    bet.win,
  );
  await expectSettled(page, game, bet, before);
  await expect(game.locator("#sheet .recall")).toBeVisible();
  complaints.expectNone();
});

test("a shot in a fishing game is a bet that ends at once", async ({ context, page }) => {
  const complaints = new Complaints(context, "member");
  const game = await open(context, page, paths.fishing, "Coral Reef Hunt");
  const before = await cashOf(page);
  const earlier = (await stateOf(game)).rounds.length;
  await game.locator("#shoot").click();
  await expect.poll(async () => (await stateOf(game)).rounds.length).toBe(earlier + 1);
  await expect.poll(async () => (await stateOf(game)).rounds[0]?.settled).toBe(true);
  const [shot] = (await stateOf(game)).rounds;
  if (!shot) throw new Error("no shot");
  expect(shot.stake).toBeGreaterThan(0);
  await expectSettled(page, game, shot, before);
  await expect(game.locator("#sheet .catch")).toBeVisible();
  complaints.expectNone();
});
