import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { guestPages, memberPages } from "./support/pages.ts";
import { test } from "./support/test.ts";

/*
 * Content stays where it was first drawn: the cumulative layout shift is at most 0.05 on every route with an empty cache. The
 * test judges layout, not time: a slow machine sees the same shifts later.
 */

test.setTimeout(1_800_000);

const MOST = 0.05;
const AT_ONCE = 4;
const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

interface Shift {
  value: number;
  at: number;
  what: string[];
}

/** Runs in the page before any of its scripts: keeps every shift with the parts that moved, and from where to where. */
function recordShifts(): void {
  const kept: unknown[] = [];
  Object.assign(window, { shifts: kept });
  const name = (node: unknown) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${String(node.getAttribute("class") ?? "")}` : "text";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: unknown; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      if (hadRecentInput) continue;
      const what = sources.map(
        ({ node, previousRect: a, currentRect: b }) =>
          `${name(node)} ${a.x},${a.y} ${a.width}x${a.height} -> ${b.x},${b.y} ${b.width}x${b.height}`,
      );
      kept.push({ value, at: entry.startTime, what });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The worst window of shifts: gaps under 1 s, 5 s at most, as browsers report it. */
function worst(shifts: Shift[]): number {
  let most = 0;
  let sum = 0;
  let begin = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, at } of shifts) {
    if (at - last > 1_000 || at - begin > 5_000) {
      sum = 0;
      begin = at;
    }
    sum += value;
    last = at;
    most = Math.max(most, sum);
  }
  return most;
}

/** Judges the shifts of a page from its start until its faces are drawn. */
async function expectFewShifts(page: Page, what: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const parts = shifts.map(({ value, what: moved }) => `${value.toFixed(3)}: ${moved.join("; ")}`).join("\n");
  expect.soft(worst(shifts), `${what}\n${parts}`).toBeLessThanOrEqual(MOST);
}

async function expectStill(context: BrowserContext, pages: readonly string[], who: string): Promise<void> {
  await context.addInitScript(recordShifts);
  for (let next = 0; next < pages.length; next += AT_ONCE) {
    await Promise.all(
      pages.slice(next, next + AT_ONCE).map(async (path) => {
        const page = await context.newPage();
        const devtools = await context.newCDPSession(page);
        await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
        await page.goto(path);
        await expect(page.getByRole("main").first()).toBeVisible({ timeout: 120_000 });
        await page.waitForLoadState("networkidle");
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 120_000 });
        await expectFewShifts(page, `${path}, ${who}`);
        await page.close();
      }),
    );
  }
}

for (const [device, use] of Object.entries(devices)) {
  test(`guests' pages do not move on a ${device}`, async ({ browser }) => {
    const context = await browser.newContext(use);
    await speak(context, "ko");
    await expectStill(context, guestPages, device);
    await context.close();
  });

  test(`members' pages do not move on a ${device}`, async ({ browser }) => {
    const context = await browser.newContext(use);
    await speak(context, "ko");
    const page = await context.newPage();
    await logIn(page, demo().member, "ko");
    await expectMember(page);
    await page.close();
    await expectStill(context, memberPages, device);
    await context.close();
  });
}

/** Widths at which a title or a button nearly fills its line. */
const tight = [1_350, 1_280, 1_024, 412, 360];

test("the main page does not move when its face comes after everything else, whatever face the machine has", async ({
  browser,
}) => {
  for (const language of ["ko", "vn", "en"] as const) {
    for (const width of tight) {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      await speak(context, language);
      await context.addInitScript(recordShifts);
      const page = await context.newPage();
      let release: () => void = () => undefined;
      const rest = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\.woff2$/, async (route) => {
        await rest;
        await route.continue();
      });
      await page.goto(paths.home);
      await expect(page.locator("main h2").first()).toBeVisible({ timeout: 120_000 });
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 120_000 });
      release();
      await expectFewShifts(page, `${language}, ${width}`);
      await context.close();
    }
  }
});
