import { expect, test } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { speak } from "./support/member-page.ts";
import { staffState } from "./support/staff-page.ts";
import { texts } from "./support/texts.ts";
import { totp } from "./support/totp.ts";

const t = texts("en", "admin");

test("a master adds a person, who sets the account up and comes in with the rights given", async ({ browser }) => {
  const [ofMaster, ofNewcomer] = await Promise.all([
    browser.newContext({ storageState: staffState }),
    browser.newContext(),
  ]);
  await Promise.all([speak(ofMaster, "en"), speak(ofNewcomer, "en")]);
  const master = await ofMaster.newPage();
  const memId = `clerk${Date.now().toString(36)}`;
  await master.goto(paths.adminStaff);
  await master.getByRole("button", { name: t("staff.add") }).click();
  const dialog = master.getByRole("dialog");
  await dialog.locator("input[name=memId]").fill(memId);
  await dialog.locator("input[name=name]").fill("Kim");
  await dialog.getByLabel(t("staff.right.message")).check();
  await dialog.getByRole("button", { name: t("staff.add") }).click();
  const oneTime = (await master.getByRole("dialog").locator("code").textContent()) ?? "";

  const page = await ofNewcomer.newPage();
  await page.goto(paths.admin);
  await page.locator("input[name=memId]").fill(memId);
  await page.locator("input[name=memPass]").fill(oneTime);
  await page.getByRole("button", { name: t("login.next") }).click();
  await page.getByRole("button", { name: t("login.first") }).click();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.locator("input[name=newPass]").fill("a-lamp-and-7-keystones");
  await page.locator("input[name=again]").fill("a-lamp-and-7-keystones");
  await page.locator("input[name=otp]").fill(totp(secret, Date.now()));
  await page.getByRole("button", { name: t("enrol.submit") }).click();
  await page.getByLabel(t("enrol.kept")).check();
  await page.getByRole("button", { name: t("enrol.enter") }).click();
  const nav = page.getByRole("navigation", { name: t("nav.label") });
  await expect(nav.getByRole("link", { name: t("nav.inquiries") })).toBeVisible();
  await expect(nav.getByRole("link", { name: t("nav.members") })).toHaveCount(0);

  await master.reload();
  await master.getByRole("button", { name: t("staff.endOf", { memId }) }).click();
  await master.getByRole("dialog").locator("input[name=reason]").fill("the journey ends");
  await master
    .getByRole("dialog")
    .getByRole("button", { name: t("staff.end"), exact: true })
    .click();
  await expect(page.getByRole("heading", { name: t("login.title") })).toBeVisible({ timeout: 60_000 });
  await Promise.all([ofMaster.close(), ofNewcomer.close()]);
});
