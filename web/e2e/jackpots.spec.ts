import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { spin } from "./support/game-page.ts";
import { cashOf, comeIn, speak } from "./support/member-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "game");

/** The mini jackpot of the games with coins, as the site says it. */
async function mini(page: Parameters<typeof cashOf>[0]) {
  const { list } = await call(page.request, "/api/main/jackpots", {});
  const level = list.find(({ code }) => code === "coins")?.levels.find(({ level }) => level === "mini");
  expect(level).toBeDefined();
  return level?.amount ?? 0;
}

test("a jackpot grows with the stakes, is paid with the round, and begins again", async ({ context, page }) => {
  await speak(context, "en");
  await comeIn(page, paths.home);
  const board = page.getByRole("region", { name: t("jackpot.title"), exact: true });
  await expect(board.getByText(t("jackpot.group.coins"))).toBeVisible();
  const before = await mini(page);

  const opening = page.waitForEvent("popup");
  await board.getByRole("button", { name: "Fox Shrine" }).click();
  const game = await opening;
  await game.waitForURL(/\/play\//);
  await expect(game.locator("#pools")).toContainText("Mini jackpot");
  // Five stakes of 10,000: 0.2 % of each goes into the pool, unless one of them won it.
  const answers = [];
  for (let round = 0; round < 5; round++) {
    const answer = await game.request.post(`${game.url()}/spin`, {
      data: { stake: 10_000, key: `jackpot-${round}-${Date.now()}` },
    });
    expect(answer.status()).toBe(200);
    answers.push(await answer.json());
  }
  const paid = answers.flatMap(({ jackpots }) => jackpots).length;
  if (paid === 0) await expect.poll(() => mini(page)).toBeGreaterThanOrEqual(before + 100);

  const cash = await cashOf(page);
  const faults = await game.request.post(`${demo().addresses.sim}/faults`, { data: { jackpot: "mini", times: 1 } });
  expect(faults.ok()).toBe(true);
  await game.reload();
  await expect(game.locator("#spin")).toBeEnabled();
  await spin(game);
  await expect.poll(() => cashOf(page), { message: "the jackpot is in the balance" }).toBeGreaterThan(cash + 15_000);
  await expect.poll(() => mini(page), { message: "the pool begins at its seed" }).toBe(20_000);
});

test("the block of the jackpots goes when nothing is known of them", async ({ context, page }) => {
  await speak(context, "en");
  await page.clock.install();
  await page.goto(paths.home);
  const board = page.getByRole("region", { name: t("jackpot.title"), exact: true });
  await expect(board.getByText(t("jackpot.group.coins"))).toBeVisible();
  const height = (await board.boundingBox())?.height ?? 0;
  // The workers drop what a silent provider said; from then on both answers are empty.
  await page.route("**/api/main/jackpots", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: { list: [] } } });
  });
  await page.clock.fastForward("00:30"); // the page asks every ten seconds
  await expect(board.getByText(t("jackpot.away"))).toBeVisible();
  await expect(board.getByText(t("jackpot.group.coins"))).toBeHidden();
  expect((await board.boundingBox())?.height, "nothing below it moves").toBeCloseTo(height, 0);
});
