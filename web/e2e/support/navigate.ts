import type { Page } from "@playwright/test";

/** Leads a page to another address of its application as a link of the router does, without loading it again. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const key = crypto.randomUUID();
    const { __TSR_index: index = 0 } = (history.state ?? {}) as { __TSR_index?: number };
    history.pushState({ __TSR_index: index + 1, key, __TSR_key: key }, "", to);
  }, address);
}
