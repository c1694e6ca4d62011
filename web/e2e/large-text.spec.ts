import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { endAnimations } from "./support/animations.ts";
import { demo } from "./support/demo.ts";
import { enlargeText, lostWords } from "./support/large-text.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { guestPages, memberPages } from "./support/pages.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

/*
 * Text of 200 % on a phone (WCAG 1.4.4): nothing is wider than the screen, and no word is cut off, beyond the edge or under another.
 */

const WIDTH = 390;

test.use({ viewport: { width: WIDTH, height: 844 }, isMobile: true, hasTouch: true });
test.setTimeout(1_800_000);

async function expectReadable(page: Page, what: string): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await endAnimations(page); // a sheet comes in from beyond the edge
  const width = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, window.innerWidth));
  expect.soft(width, `${what} is as wide as the screen`).toBe(WIDTH);
  expect.soft(await page.evaluate(lostWords), `${what} shows all its words`).toEqual([]);
}

async function expectPages(page: Page, list: readonly string[]): Promise<void> {
  for (const path of list) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main")).toBeVisible();
    await expectReadable(page, path);
  }
}

test("guests read every page with text of 200 %, in Vietnamese", async ({ page, context }) => {
  await speak(context, "vn");
  await enlargeText(page, 200);
  await expectPages(page, [...guestPages, paths.login]);
});

test("members read every page and sheet with text of 200 %, in Thai", async ({ page, context }) => {
  const common = texts("th", "common");
  await speak(context, "th");
  await enlargeText(page, 200);
  await logIn(page, demo().member, "th");
  await expectMember(page);
  await expectPages(page, [...memberPages, paths.results, paths.minigames, paths.esport]);

  await page.goto(paths.home);
  for (const sheet of [common("menu.open"), common("balance.open")]) {
    await page.getByRole("banner").getByRole("button", { name: sheet }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectReadable(page, sheet);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
