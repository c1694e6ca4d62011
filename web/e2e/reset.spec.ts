import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { expectMember, logIn, newcomer, signUp, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { approve, openDesk, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "reset");
const session = texts("en", "session");
const admin = texts("en", "admin");

test("a forgotten password: the member asks, staff confirms, the member alone sets the new one (S-04, S-06)", async ({
  browser,
  clerk,
  colleague,
}) => {
  const guest = await browser.newContext();
  await speak(guest, "en");
  const page = await guest.newPage();
  const [desk, second] = [await openDesk(browser, clerk), await openDesk(browser, colleague)];
  const complaints = [new Complaints(guest, "guest"), new Complaints(desk.context(), "staff")];
  const person = newcomer();
  let code = "";

  await test.step("a member signs up", async () => {
    await desk.goto(staffPaths.home);
    await signUp(page, person);
    await expect(queued(desk, "signup", person.memId)).toBeVisible();
    await approve(desk, "signup", person.memId);
    await follow(desk, staffPaths.resets);
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(admin("nav.resets"));
  });

  await test.step("the login leads to the page; what does not fit is refused, phone and account number are taken", async () => {
    await follow(page, paths.login);
    await page
      .getByRole("main")
      .getByRole("link", { name: session("login.forgot") })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("title"));
    await page.locator("input[name=memId]").fill(person.memId);
    await page.getByRole("radio", { name: t("proof.facts") }).check();
    await page.locator("input[name=phone]").fill(person.phone);
    await page.locator("input[name=accountNo]").fill("99999999999");
    await page.getByRole("button", { name: t("ask.submit") }).click();
    await expect(page.getByRole("alert")).toHaveText(texts("en", "api")("U041"));
    await page.locator("input[name=accountNo]").fill(person.accountNo);
    await page.getByRole("button", { name: t("ask.submit") }).click();
    await expect(page.getByText(t("receipt.title"))).toBeFocused();
    code = (await page.getByRole("definition").nth(1).textContent()) ?? "";
    await page.getByRole("button", { name: t("receipt.look") }).click();
    await expect(page.getByText(t("state.openText"))).toBeVisible();
  });

  await test.step("staff sees it come in, without the code, and confirms; a colleague approves", async () => {
    const card = desk.getByRole("article").filter({ hasText: person.memId });
    await expect(card).toContainText(admin("reset.by.facts"));
    expect(await desk.content()).not.toContain(code);
    await card.getByRole("button", { name: admin("reset.confirm") }).click();
    await desk
      .getByRole("dialog")
      .getByRole("button", { name: admin("reset.confirm") })
      .click();
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await expect(card).toHaveCount(1); // nothing is confirmed yet
    await second.goto(staffPaths.approvals);
    const name = admin("approval.approveReset");
    await second.getByRole("article").filter({ hasText: person.memId }).getByRole("button", { name }).click();
    await second.getByRole("dialog").getByRole("button", { name }).click();
    await expect(second.getByRole("dialog")).toHaveCount(0);
    await expect(card).toHaveCount(0);
  });

  await test.step("the member sets the new password; the old one is over", async () => {
    await page.getByRole("button", { name: t("look.again") }).click();
    for (const name of ["next", "again"]) await page.locator(`input[name=${name}]`).fill("Harbor2026");
    await page.getByRole("button", { name: session("change.password.submit") }).click();
    await expect(page.getByText(t("state.doneText"))).toBeVisible();
    await logIn(page, person);
    await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
    await logIn(page, { ...person, memPass: "Harbor2026" });
    await expectMember(page);
  });
  for (const one of complaints) one.expectNone();
});
