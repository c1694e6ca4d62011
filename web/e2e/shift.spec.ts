import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { comeIn, speak } from "./support/member-page.ts";
import { expectFewShifts, recordShifts } from "./support/shift.ts";
import { share } from "./support/size.ts";
import { test } from "./support/test.ts";

/* Movements of the page when a face comes late, and those of the pages of games. That every page stands still in a usual load, nothing cached, is proved by walk.spec.ts. */

/** Widths at which a title or a button nearly fills its line. */
const tight = [1_350, 1_280, 1_024, 412, 360];
const cases = (["ko", "vn", "en"] as const).flatMap((language) => tight.map((width) => ({ language, width })));

test("the main page does not move when its face comes after everything else, whatever face the machine has", async ({
  browser,
}) => {
  for (const { language, width } of share(cases, cases.length)) {
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
    await expect(page.locator("main h2").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    release();
    await expectFewShifts(page, `${language}, ${width}`);
    await context.close();
  }
});

const devices = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];
const games = devices.flatMap((device) => [paths.slots, paths.casino].map((path) => ({ device, path })));

test("members' pages of games do not move, with nothing cached", async ({ browser }) => {
  for (const { device, path } of share(games, games.length)) {
    const context = await browser.newContext(device);
    await speak(context, "ko");
    await context.addInitScript(recordShifts);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    await comeIn(page, path);
    await expect(page.getByRole("main").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectFewShifts(page, `${path}, ${device.viewport.width}`);
    await context.close();
  }
});
