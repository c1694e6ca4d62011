import { test } from "@playwright/test";
import { speak } from "./support/member-page.ts";
import { logInStaff, staffState } from "./support/staff-page.ts";

test("staff logs in with password and one-time code", async ({ page, context }) => {
  await speak(context, "en");
  await logInStaff(page);
  await context.storageState({ path: staffState });
});
