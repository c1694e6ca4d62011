import { expect } from "@playwright/test";
import { speak } from "./support/member-page.ts";
import { addStaff, openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";

const t = texts("en", "admin");
const audit = texts("en", "audit");

test("a master adds a person, who sets the account up and comes in with the rights given", async ({
  browser,
  clerk,
}) => {
  const ofNewcomer = await browser.newContext();
  await speak(ofNewcomer, "en");
  const [master, page] = [await openDesk(browser, clerk), await ofNewcomer.newPage()];
  const memId = await addStaff(master, page);
  const nav = page.getByRole("navigation", { name: t("nav.label") });
  await expect(nav.getByRole("link", { name: t("nav.inquiries") })).toBeVisible();
  await expect(nav.getByRole("link", { name: t("nav.members") })).toHaveCount(0);

  await master.keyboard.press("Escape");
  await expect(master.getByRole("dialog")).toHaveCount(0);
  await master.getByRole("button", { name: t("staff.endOf", { memId }) }).click();
  await master.getByRole("dialog").locator("input[name=reason]").fill("the journey ends");
  await master
    .getByRole("dialog")
    .getByRole("button", { name: t("staff.end"), exact: true })
    .click();
  await expect(page.getByRole("heading", { name: t("login.title") })).toBeVisible();

  // All of it is in the record, whose chain holds (S-82, S-83).
  await master
    .getByRole("navigation", { name: t("nav.label") })
    .getByRole("link", { name: t("nav.audit") })
    .click();
  await master.getByRole("searchbox", { name: audit("target") }).fill(memId);
  for (const action of ["action.staff.add", "action.staff.enrol", "action.staff.disable"])
    await expect(master.getByRole("row", { name: audit(action) }).filter({ hasText: memId })).toBeVisible();
  await master.getByRole("button", { name: audit("verify"), exact: true }).click();
  await expect(master.getByText(audit("verify.whole"))).toBeVisible();
});
