import type { Page } from "@playwright/test";

/** Keeps a picture of a main step, for people to look at: web/test-results/shots, which git ignores. */
export async function shot(page: Page, name: string): Promise<void> {
  const file = new URL(`../../test-results/shots/${name}.png`, import.meta.url).pathname;
  await page.screenshot({ path: file, animations: "disabled" });
}
