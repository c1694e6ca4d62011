import { expect, type Page } from "@playwright/test";
import { confirmBy, type Staff } from "./staff.ts";
import { texts } from "./texts.ts";

const t = texts("en", "admin");

/** Answers the question for a one-time code of an account whenever it stands before what the page waits for. */
export async function answerCodes(page: Page, account: Pick<Staff, "memId" | "totpSecret">): Promise<void> {
  const dialog = page.getByRole("dialog", { name: t("code.title") });
  await page.addLocatorHandler(dialog, () =>
    confirmBy(account, async (code) => {
      if (await dialog.isHidden()) return true;
      await dialog.locator("input[name=otp]").fill(code);
      const done = async () => (await dialog.isHidden()) || (await dialog.getByRole("alert").count()) > 0;
      await expect.poll(done).toBe(true);
      return await dialog.isHidden();
    }),
  );
}
