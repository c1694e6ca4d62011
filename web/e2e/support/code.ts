import { expect, type Page } from "@playwright/test";
import { demo } from "./demo.ts";
import { texts } from "./texts.ts";
import { totp } from "./totp.ts";

const STEP_MS = 30_000;
const t = texts("en", "admin");

/**
 * Answers the question for a one-time code whenever it stands before what the page waits for. A code counts once, and tests share the master:
 * the codes of now and of the next half-minute are tried, in this order, until one is taken.
 */
export async function answerCodes(page: Page, secret = demo().admin.totpSecret): Promise<void> {
  const dialog = page.getByRole("dialog", { name: t("code.title") });
  const field = dialog.locator("input[name=otp]");
  await page.addLocatorHandler(dialog, async () => {
    let tried = Math.floor(Date.now() / STEP_MS) - 1;
    await expect(async () => {
      if (await dialog.isHidden()) return;
      const step = Math.floor(Date.now() / STEP_MS);
      if (tried <= step) {
        tried = Math.max(tried + 1, step);
        await field.fill(totp(secret, tried * STEP_MS));
      }
      await expect(dialog).toBeHidden({ timeout: 2_000 });
    }).toPass({ timeout: 100_000 });
  });
}
