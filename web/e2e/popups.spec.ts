import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { call } from "./support/api.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("vn", "main");

// The texts that a browser without a wish gets.
test.use({ locale: "vi-VN" });

test("a popup that is not wanted today stays away, one that was closed comes again", async ({ page }) => {
  await page.clock.install();
  const { list } = await call(page.request, "/api/main/popupList", { popupType: "before" }, "vi");
  const first = list[0];
  if (first === undefined) throw new Error("the demo site has no popups");
  const popup = page.getByRole("dialog", { name: first.title });

  await page.goto(paths.home);
  await expect(popup).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(popup).toHaveCount(0);
  await page.reload();
  await expect(popup).toBeVisible();
  await popup.getByRole("button", { name: t("popup.notToday") }).click();
  await expect(popup).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(popup).toHaveCount(0);

  await page.clock.fastForward("24:00:00");
  await page.reload();
  await expect(popup).toBeVisible();
  await popup.getByRole("button", { name: t("hero.signup") }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.signup}$`));
});
