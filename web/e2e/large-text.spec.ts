import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { enlargeText } from "./support/large-text.ts";
import { comeIn, speak } from "./support/member-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { expectReadable } from "./support/walk.ts";

/* Text of 200 % on a phone (WCAG 1.4.4), in a browser that begins with it. Every page is proved by walk.spec.ts. */

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test("members read the main page and its sheets with text of 200 %, in Thai", async ({ page, context }) => {
  const common = texts("th", "common");
  await speak(context, "th");
  await enlargeText(page, 200);
  await comeIn(page, paths.home);
  await expectReadable(page, paths.home);
  for (const sheet of [common("menu.open"), common("balance.open")]) {
    await page.getByRole("banner").getByRole("button", { name: sheet }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectReadable(page, sheet);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
