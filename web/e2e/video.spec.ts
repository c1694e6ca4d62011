import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "main");

test("a guest starts the live video and stops it; before, nothing of it is loaded", async ({ context, page }) => {
  await speak(context, "en");
  const complaints = new Complaints(context, "guest");
  await page.goto(paths.home);
  const start = page.getByRole("button", { name: t("video.start") });
  await expect(start).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await start.click();
  // The provider's own script names the newest game, or says that none was played yet.
  const said = page.frameLocator("iframe").locator("#name:not(:empty), #notice:not(:empty)");
  await expect(said.first()).toBeVisible();
  await shot(page, "video");
  await page.getByRole("button", { name: t("video.stop") }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(start).toBeVisible();
  complaints.expectNone();
});
