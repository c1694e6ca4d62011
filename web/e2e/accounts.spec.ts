import { expect, test } from "@playwright/test";
import { speak } from "./support/member-page.ts";
import { newColleague, staffState } from "./support/staff-page.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "admin");

test("a master adds a person, who sets the account up and comes in with the rights given", async ({ browser }) => {
  const [ofMaster, ofNewcomer] = await Promise.all([
    browser.newContext({ storageState: staffState }),
    browser.newContext(),
  ]);
  await Promise.all([speak(ofMaster, "en"), speak(ofNewcomer, "en")]);
  const master = await ofMaster.newPage();
  const page = await ofNewcomer.newPage();
  const memId = await newColleague(master, page, "message");
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
