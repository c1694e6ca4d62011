import { test as base } from "@playwright/test";

/**
 * Playwright's test, which closes every context when it ends, also those that the test made itself: their pages would stay connected, and the
 * hub takes five connections of a session.
 */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
