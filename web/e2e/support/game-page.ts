import { expect, type Page } from "@playwright/test";
import { paths } from "../../src/shared/paths.ts";
import { follow } from "./navigate.ts";

/** Opens a game of the picker that the page shows, as its own window. */
export async function openGame(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("main").getByText(name, { exact: true }).first().click();
  const game = await opening;
  await game.waitForURL(/\/play\//);
  return game;
}

/** Opens the first game of the first studio from the slot picker. */
export async function openSlot(page: Page): Promise<Page> {
  await follow(page, paths.slots);
  await page.getByRole("button", { name: "Hanok Studio", exact: true }).click();
  const game = await openGame(page, "Moon Jar");
  await expect(game.locator("#spin")).toBeEnabled();
  return game;
}

/** Presses spin and waits until the round is over and the next can begin. Long shows, as of free games, are skipped. */
export async function spin(game: Page): Promise<void> {
  await game.bringToFront(); // a window that is hidden paints nothing, and the reels stand
  await game.locator("#spin").click();
  await expect(game.locator("#spin")).toBeDisabled();
  await expect(async () => {
    if (await game.locator("#skip").isVisible()) await game.locator("#skip").click({ timeout: 1000 });
    await expect(game.locator("#spin")).toBeEnabled({ timeout: 1000 });
  }).toPass();
}

/** Plays rounds without their pictures, through what the game's page asks of its vendor, until `enough` says so. */
export async function playOn(game: Page, stake: number, enough: () => Promise<boolean>): Promise<void> {
  const address = `${game.url()}/spin`;
  for (let round = 0; !(await enough()); round++) {
    const answer = await game.request.post(address, {
      data: { stake, key: `e2e-${Date.now()}-${round}` },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}
