import { expect, type Page } from "@playwright/test";

/** Leads a page to another address of its application as a link of the router does, without loading it again. Before it shows something, it has no router. */
export async function follow(page: Page, address: string): Promise<void> {
  await expect(page.getByRole("main").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate((to) => {
    const key = crypto.randomUUID();
    const { __TSR_index: index = 0 } = (history.state ?? {}) as { __TSR_index?: number };
    history.pushState({ __TSR_index: index + 1, key, __TSR_key: key }, "", to);
  }, address);
}
