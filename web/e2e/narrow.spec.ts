import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { comeIn, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

/*
 * The narrowest phone: lists come before their filters, and sheets follow a finger. That every page fits and has controls for a finger is proved by
 * walk.spec.ts.
 */

test.use({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });

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
  await comeIn(page, paths.notices);
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
  await comeIn(page, paths.home);
  await follow(page, paths.bets);
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
