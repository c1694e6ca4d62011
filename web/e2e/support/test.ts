import { type BrowserContext, test as base, type Request } from "@playwright/test";
import { LOADS, WAITS } from "./loads.ts";
import { releaseStaff, type Staff, takeStaff } from "./staff.ts";

/** Where a simulated provider's windows are. */
const PLAY = /^\/(play|chat)\//;

/** Reports whether a request loads a page of the product as that of a tab: not a frame, not the window of a provider, and each load once however often it is redirected. */
function isLoad(request: Request): boolean {
  if (!request.isNavigationRequest() || request.redirectedFrom() !== null) return false;
  if (PLAY.test(`${new URL(request.url()).pathname}/`)) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true; // a window that has just been opened has no frame yet
  }
}

/**
 * Counts a wait that no state and no clock of the test can replace: the seconds that it takes at most when all is well. Nothing depends on them; they are
 * counted because they creep in one by one (support/loads.ts).
 */
export function waits(seconds: number): void {
  base.info().annotations.push({ type: WAITS, description: String(seconds) });
}

/**
 * Playwright's test. It closes every context when it ends, also those that the test made itself: their pages would stay connected, and the
 * hub takes five connections of a session. It counts the pages that all of them loaded. `clerk` and `colleague` are two staff accounts with all rights that
 * only this test has, and that are two persons to the rule of the second person.
 */
export const test = base.extend<{ closing: undefined; clerk: Staff; colleague: Staff }>({
  clerk: async ({ playwright }, use) => {
    const staff = await takeStaff(playwright);
    await use(staff);
    releaseStaff(staff);
  },
  colleague: async ({ playwright }, use) => {
    const staff = await takeStaff(playwright);
    await use(staff);
    releaseStaff(staff);
  },
  closing: [
    async ({ browser }, use, { annotations }) => {
      let loads = 0;
      const count = (context: BrowserContext) => {
        context.on("request", (request) => {
          if (isLoad(request)) loads++;
        });
      };
      browser.on("context", count);
      await use(undefined);
      browser.off("context", count);
      annotations.push({ type: LOADS, description: String(loads) });
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
