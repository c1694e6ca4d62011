import { expect, type Page } from "@playwright/test";
import { paths } from "../../src/shared/paths.ts";
import { call } from "./api.ts";
import { follow } from "./navigate.ts";
import { texts } from "./texts.ts";

const t = texts("en", "sports");
const play = texts("en", "play");

export const STAKE = 10_000;

type Matches = Awaited<ReturnType<typeof call<"/api/sports/matches">>>["list"];

/** A match that begins in more than an hour, so that its bet can be taken back, or one in play; its winner takes bets. */
export async function findMatch(page: Page, live: boolean): Promise<Matches[number]> {
  let found: Matches[number] | undefined;
  await expect
    .poll(
      async () => {
        const fromAt = new Date(Date.now() + 3_600_000).toISOString();
        const { list } = await call(page.request, "/api/sports/matches", {
          count: 100,
          ...(live ? { live } : { fromAt }),
        });
        // The list is in the order of the begins. The match that began last is in play for the longest time.
        found = list[live ? "findLast" : "find"](
          ({ markets, progress }) =>
            !progress.suspended &&
            markets.some(
              ({ kind, state, prices }) =>
                (kind === "1x2" || kind === "winner") && state === "open" && prices.every(({ price }) => price > 1_150),
            ),
        );
        return found;
      },
      { message: "a match whose winner takes bets" },
    )
    .toBeDefined();
  if (!found) throw new Error("no match");
  return found;
}

export const slipOf = (page: Page) => page.getByRole("region", { name: play("slip.title") });

/** Puts the first price of the winner of a match on the slip, and the stake. */
export async function fill(page: Page, { eventIdx }: Matches[number]): Promise<void> {
  const address = paths.sportsMatch.replace("$eventIdx", String(eventIdx));
  await (page.url() === "about:blank" ? page.goto(address) : follow(page, address));
  // Receipts of earlier bets stay until they are put aside.
  const next = page.getByRole("button", { name: t("placed.next") });
  if (await next.isVisible()) await next.click();
  const winner = page.getByRole("grid", { name: new RegExp(`^(${t("market.1x2")}|${t("market.winner")})$`) });
  await winner.getByRole("button").first().click();
  await slipOf(page)
    .getByRole("textbox", { name: play("stake.label") })
    .fill(String(STAKE));
}

/** Presses the button of the slip, after new odds were accepted where they moved meanwhile, until the bet is on its way. */
export async function place(page: Page): Promise<void> {
  const receipt = page.getByRole("region", { name: t("placed.title") });
  const agree = page.getByRole("button", { name: play("slip.agree") });
  const bet = page.getByRole("button", { name: /^Bet / });
  await expect(async () => {
    if (await agree.isVisible()) await agree.click({ timeout: 1_000 });
    if (await bet.isVisible()) await bet.click({ timeout: 1_000 });
    await expect(receipt).toBeVisible({ timeout: 5_000 });
  }).toPass();
}
