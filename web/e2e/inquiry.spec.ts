import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { answerCodes } from "./support/code.ts";
import { demo } from "./support/demo.ts";
import { comeIn, expectMember, logIn, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "inquiry");
const admin = texts("en", "admin");

test("a member asks, staff answers, the member reads it", async ({ browser, clerk }) => {
  const title = `When is it paid? ${Date.now().toString(36)}`;
  const member = await browser.newContext();
  const staff = await browser.newContext({ storageState: clerk.state });
  const complaints = [new Complaints(member, "member"), new Complaints(staff, "staff")];
  for (const context of [member, staff]) await speak(context, "en");
  const page = await member.newPage();
  const desk = await staff.newPage();
  const row = (where: typeof page) => where.getByRole("row").filter({ hasText: title });
  await desk.goto(staffPaths.inquiries);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(admin("nav.inquiries"));

  await test.step("the question is sent as it was typed", async () => {
    await comeIn(page, paths.inquiryNew);
    await page.getByRole("button", { name: t("submit"), exact: true }).click();
    await expect(page.getByRole("alert").first()).toHaveText(t("missing.title"));
    await page.locator("input[name=title]").fill(title);
    await page.locator("textarea[name=content]").fill("I asked <yesterday> & wait.\nThank you");
    const picture = { name: "receipt.png", mimeType: "image/png", buffer: await page.screenshot() };
    await page.locator("input[type=file]").setInputFiles(picture);
    await expect(page.getByRole("img", { name: picture.name })).toBeVisible();
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
    await expect(desk.getByRole("img", { name: admin("inquiry.picture", { place: "1" }) })).toBeVisible();
    // A prepared answer, written once, is put behind what is typed.
    await desk.getByRole("button", { name: admin("sample.manage") }).click();
    await desk.getByRole("button", { name: admin("sample.add") }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.locator("input[name=name]").fill(title);
    await dialog.locator("textarea").fill("Nó đã được trả.");
    await dialog.getByRole("button", { name: /^English/ }).click();
    await dialog.locator("textarea").fill("It was paid a minute ago.\nThe desk");
    await shot(desk, "sample-form");
    await dialog.getByRole("button", { name: admin("content.save") }).click();
    await expect(dialog.getByRole("row").filter({ hasText: title })).toContainText("EN, VN");
    await shot(desk, "sample-list");
    await desk.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    const answer = desk.locator("textarea[name=answer]");
    await answer.fill("Hello.");
    await desk.getByRole("button", { name: title, exact: true }).last().click();
    await expect(answer).toHaveValue("Hello.\n\nIt was paid a minute ago.\nThe desk");
    await shot(desk, "inquiry-1-staff");
    await desk.getByRole("button", { name: admin("inquiry.send") }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step("the member is told at once, and reads it", async () => {
    const row = page.getByRole("row").filter({ hasText: title });
    await expect(row).toContainText(t("status.new"));
    await expect(page.getByRole("link", { name: /unread messages?$/ })).toBeVisible();
    await shot(page, "inquiry-2-answered");
    await row.getByRole("link").click();
    await expect(page.getByText("It was paid a minute ago.")).toBeVisible();
    await page.getByRole("link", { name: t("back"), exact: true }).click();
    await expect(row).toContainText(t("status.answer"));
  });

  await test.step("the member writes again, and it waits again", async () => {
    await row(page).getByRole("link").click();
    await expect(page.getByRole("img", { name: t("picture.of", { place: "1" }) })).toBeVisible();
    await page.locator("textarea[name=content]").fill("It is not here yet.");
    await page.getByRole("button", { name: t("follow.submit") }).click();
    await expect(page.getByText("It is not here yet.")).toBeVisible();
    await expect(row(desk)).toBeVisible();
  });

  await test.step("the deposit account is shown after the withdrawal password is entered", async () => {
    await follow(page, paths.inquiryNew);
    await page.getByRole("radio", { name: t("category.bankaccount") }).check();
    await page.locator("input[name=cashPin]").fill(demo().member.cashPin);
    await page.getByRole("button", { name: t("submit.account") }).click();
    await expect(page.getByRole("heading", { name: t("account.title") })).toBeVisible();
    await shot(page, "inquiry-3-account");
  });
  for (const one of complaints) one.expectNone();
});

test("a guest who cannot log in writes, staff answers, the guest reads it with number and code (W11)", async ({
  browser,
  clerk,
}) => {
  const c = texts("en", "contact");
  const session = texts("en", "session");
  const words = `I forgot my password ${Date.now().toString(36)}`;
  const guest = await browser.newContext();
  const staff = await browser.newContext({ storageState: clerk.state });
  const complaints = [new Complaints(guest, "guest"), new Complaints(staff, "staff")];
  for (const context of [guest, staff]) await speak(context, "en");
  const page = await guest.newPage();
  const desk = await staff.newPage();
  await answerCodes(desk, clerk);
  await desk.goto(`${staffPaths.inquiries}?guests=true`);
  await expect(desk.getByRole("button", { name: admin("inquiry.from.guests") })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  let number = "";
  let code = "";

  await test.step("the login dialog leads to the page, and the guest writes", async () => {
    await page.goto(paths.home);
    await page
      .getByRole("banner")
      .getByRole("button", { name: texts("en", "common")("login.open") })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: session("login.contact") })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(c("title"));
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.locator("textarea[name=text]").fill(`${words}\n<help> & thanks`);
    await page.getByRole("radio", { name: c("kind.phone") }).check();
    await page.locator("input[name=contact]").fill("010-1234-5678");
    await page.locator("input[name=account]").fill("golden7");
    await page.getByRole("button", { name: c("submit"), exact: true }).click();
    await expect(page.getByText(c("receipt.title"))).toBeFocused();
    const keys = page.getByRole("definition");
    number = (await keys.nth(0).textContent()) ?? "";
    code = (await keys.nth(1).textContent()) ?? "";
    await shot(page, "contact-1-receipt");
  });

  await test.step("staff sees a guest's case with the contact and no member, and answers", async () => {
    const row = desk.getByRole("row").filter({ hasText: words });
    await expect(row).toContainText(admin("inquiry.guest"));
    await row.getByRole("button").click();
    const detail = desk.getByRole("complementary", { name: admin("inquiry.detail") });
    await expect(detail).toContainText(number);
    await expect(detail).not.toContainText("010-1234-5678");
    await detail.getByRole("button", { name: admin("personal.show"), exact: true }).click();
    await expect(detail).toContainText("010-1234-5678");
    await expect(detail).toContainText("golden7");
    await expect(detail.getByRole("link")).toHaveCount(0);
    await desk.locator("textarea[name=answer]").fill("Please call us.");
    await shot(desk, "contact-2-staff");
    await desk.getByRole("button", { name: admin("inquiry.send") }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step("a wrong code opens nothing, the right one the answer", async () => {
    await page.goto(paths.contact);
    await page.locator("input[name=number]").fill(number);
    await page.locator("input[name=code]").fill("AAAA-AAAA-AAAA-AAAA");
    await page.getByRole("button", { name: c("look.submit") }).click();
    await expect(page.getByRole("alert")).toHaveText(c("look.unknown"));
    await page.locator("input[name=code]").fill(code.toLowerCase());
    await page.getByRole("button", { name: c("look.submit") }).click();
    await expect(page.getByRole("article")).toContainText("Please call us.");
    await expect(page.getByRole("article")).toContainText(words);
    await expect(page.getByRole("article")).toContainText("<help> & thanks");
    await shot(page, "contact-3-answered");
  });

  await test.step("a member is led to the inquiries of the account", async () => {
    await logIn(page, demo().member);
    await expectMember(page);
    await follow(page, paths.contact);
    await expect(page).toHaveURL(new RegExp(paths.inquiries));
  });
  for (const one of complaints) one.expectNone();
});
