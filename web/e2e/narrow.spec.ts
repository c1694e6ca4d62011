import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { guestPages, memberPages } from "./support/pages.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

/*
 * Phones. The narrowest window and the longest words: nothing is wider than the screen, and a finger hits every control. Lists come
 * before their filters, and sheets follow a finger.
 */

const WIDTH = 320;

test.use({ viewport: { width: WIDTH, height: 640 }, isMobile: true, hasTouch: true });
test.setTimeout(1_800_000);

/** The controls of a page that are lower than 44 px, in words. Links in a sentence are as high as their line. */
function lowControls(): string[] {
  const LOW = 43.5;
  const height = (element: Element): number => {
    // Some are larger than they look: a part that is not drawn takes the finger too.
    const parts = [undefined, "::before", "::after"].map((part) => getComputedStyle(element, part));
    const reach = parts.map((style) => (style.position === "absolute" ? Number.parseFloat(style.height) || 0 : 0));
    return Math.max(element.getBoundingClientRect().height, ...reach);
  };
  const inSentence = (element: Element) =>
    element instanceof HTMLAnchorElement &&
    getComputedStyle(element).display === "inline" &&
    element.parentElement?.textContent.trim() !== element.textContent.trim();
  return [...document.querySelectorAll("a[href], button, select, summary, textarea, input, label:has(input)")]
    .filter((element) => !(element instanceof HTMLInputElement && element.closest("label")))
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.getBoundingClientRect().width > 2 && !inSentence(element) && height(element) < LOW)
    .map(
      (element) => `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent} ${height(element)}`,
    );
}

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // A phone's browser makes the window as wide as what does not fit.
  const width = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, window.innerWidth));
  expect.soft(width, `${path} is as wide as the screen`).toBe(WIDTH);
  expect.soft(await page.evaluate(lowControls), `${path} has controls for a finger`).toEqual([]);
}

test("guests' pages fit the narrowest phone, in Thai", async ({ page, context }) => {
  await speak(context, "th");
  for (const path of guestPages) await expectFits(page, path);
});

test("members' pages fit the narrowest phone, in Thai", async ({ page, context }) => {
  await speak(context, "th");
  await logIn(page, demo().member, "th");
  await expectMember(page);
  for (const path of [...memberPages, paths.results, paths.minigames, paths.esport]) await expectFits(page, path);
});

/** One finger from a point to another, as the browser gets it from a screen. */
async function drag(page: Page, [x, y]: [number, number], [toX, toY]: [number, number]): Promise<void> {
  const screen = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: x + (toX - x) * part, y: y + (toY - y) * part }];
  await screen.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1])
    await screen.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
  await screen.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a list comes before its filters, which are a sheet that a finger draws down", async ({ page, context }) => {
  const common = texts("ko", "common");
  await speak(context, "ko");
  await logIn(page, demo().member, "ko");
  await expectMember(page);
  await page.goto(paths.notices);
  const first = page.getByRole("main").getByRole("listitem").first();
  await expect(first).toBeInViewport();

  const filter = page.getByRole("button", { name: common("filter.title") });
  await filter.tap();
  const sheet = page.getByRole("dialog", { name: common("filter.title") });
  await sheet.getByRole("button", { name: common("range.week") }).tap();
  await expect(page).toHaveURL(/from=/);
  const { x = 0, y = 0 } = (await sheet.boundingBox()) ?? {};
  await drag(page, [x + 100, y + 24], [x + 100, y + 224]);
  await expect(sheet).toHaveCount(0);
  await expect(filter).toContainText(common("range.week"));

  await page.getByRole("button", { name: common("menu.open") }).tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  await drag(page, [80, 300], [280, 304]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a swipe goes to the tab beside, and back closes a sheet before it leaves the page", async ({ page, context }) => {
  const common = texts("ko", "common");
  await speak(context, "ko");
  await logIn(page, demo().member, "ko");
  await expectMember(page);
  await page.goto(paths.bets);
  const chosen = page.getByRole("main").getByRole("button", { pressed: true }).first();
  await expect(chosen).toHaveText(texts("ko", "bet")("group.all"));
  await drag(page, [260, 400], [60, 404]);
  await expect(chosen).toHaveText(texts("ko", "bet")("group.slot"));

  await page.getByRole("button", { name: common("filter.title") }).tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(paths.bets);
});
