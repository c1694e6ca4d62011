import { expect, test } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { staffState } from "./support/staff-page.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "inquiry");
const admin = texts("en", "admin");

test("a member asks, staff answers, the member reads it", async ({ browser }) => {
  const title = `When is it paid? ${Date.now().toString(36)}`;
  const member = await browser.newContext();
  const staff = await browser.newContext({ storageState: staffState });
  const complaints = [new Complaints(member, "member"), new Complaints(staff, "staff")];
  for (const context of [member, staff]) await speak(context, "en");
  const page = await member.newPage();
  const desk = await staff.newPage();
  await desk.goto(paths.adminInquiries);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(admin("nav.inquiries"));

  await test.step("the question is sent as it was typed", async () => {
    await logIn(page, demo().member);
    await expectMember(page);
    await page.goto(paths.inquiryNew);
    await page.getByRole("button", { name: t("submit"), exact: true }).click();
    await expect(page.getByRole("alert").first()).toHaveText(t("missing.title"));
    await page.locator("input[name=title]").fill(title);
    await page.locator("textarea[name=content]").fill("I asked <yesterday> & wait.\nThank you");
    await page.getByRole("button", { name: t("submit"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("I asked <yesterday> & wait.")).toBeVisible();
    await expect(page.getByText(t("waiting"))).toBeVisible();
    await page.getByRole("link", { name: t("back"), exact: true }).click();
    await expect(page.getByRole("row").filter({ hasText: title })).toContainText(t("status.wait"));
  });

  await test.step("staff sees it come in, and answers", async () => {
    const row = desk.getByRole("row").filter({ hasText: title });
    await expect(row).toBeVisible();
    await row.getByRole("button").click();
    await desk.locator("textarea[name=answer]").fill("It was paid a minute ago.\nThe desk");
    await shot(desk, "inquiry-1-staff");
    await desk.getByRole("button", { name: admin("inquiry.send") }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step("the member is told at once, and reads it", async () => {
    const row = page.getByRole("row").filter({ hasText: title });
    await expect(row).toContainText(t("status.new"));
    await expect(page.getByRole("link", { name: /Unread messages/ })).toBeVisible();
    await shot(page, "inquiry-2-answered");
    await row.getByRole("link").click();
    await expect(page.getByText("It was paid a minute ago.")).toBeVisible();
    await page.getByRole("link", { name: t("back"), exact: true }).click();
    await expect(row).toContainText(t("status.answer"));
  });

  await test.step("the account to pay into is shown to who knows the withdrawal password", async () => {
    await page.goto(paths.inquiryNew);
    await page.getByRole("radio", { name: t("category.bankaccount") }).check();
    await page.locator("input[name=cashPin]").fill(demo().member.cashPin);
    await page.getByRole("button", { name: t("submit.account") }).click();
    await expect(page.getByRole("heading", { name: t("account.title") })).toBeVisible();
    await shot(page, "inquiry-3-account");
  });
  for (const one of complaints) one.expectNone();
});
