import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { expectMember, logIn, newcomer, signUp, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { approve, openDesk, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const cash = texts("en", "cash");

test("staff sees personal data masked, finds a deposit by a whole name, and has values shown with a reason (S-98)", async ({
  browser,
  clerk,
}) => {
  const guest = await browser.newContext();
  await speak(guest, "en");
  const [page, desk] = [await guest.newPage(), await openDesk(browser, clerk)];
  const complaints = [new Complaints(guest, "guest"), new Complaints(desk.context(), "staff")];
  const mark = String.fromCharCode(
    ...String(Date.now() % 1e6)
      .split("")
      .map((digit) => 97 + Number(digit)),
  );
  const person = { ...newcomer(), memName: `Orla ${mark}` };
  const show = admin("personal.show");

  await test.step("a signup is masked, and shown by one press with the usual reason", async () => {
    await desk.goto(staffPaths.home);
    await signUp(page, person);
    const row = queued(desk, "signup", person.memId);
    await expect(row).toBeVisible();
    await expect(row).not.toContainText(mark);
    await row.getByRole("button", { name: person.memId, exact: true }).click();
    const detail = desk.getByRole("complementary", { name: admin("detail.label") });
    await detail.getByRole("button", { name: show, exact: true }).click();
    await expect(row).toContainText(person.memName);
    await expect(row).toContainText(person.accountNo);
    await shot(desk, "personal-1-signup");
    await detail.getByRole("button", { name: admin("personal.hide"), exact: true }).click();
    await expect(row).not.toContainText(mark);
    await approve(desk, "signup", person.memId);
  });

  await test.step("a deposit is found by the name on the bank statement, and stays masked until it is shown", async () => {
    await logIn(page, person);
    await expectMember(page);
    await follow(page, paths.deposit);
    await page.locator("input[name=amount]").fill("50000");
    await page.getByRole("button", { name: cash("deposit.submit", { amount: won(50_000) }) }).click();
    await expect(page.getByText(cash("deposit.waiting"))).toBeVisible();
    const row = queued(desk, "in", person.memId);
    await expect(row).toBeVisible();
    await desk.getByRole("searchbox").fill("nobody at all");
    await expect(row).toHaveCount(0);
    await desk.getByRole("searchbox").fill(person.memName.toUpperCase());
    await expect(row).toBeVisible();
    await expect(row).not.toContainText(mark);
    await row.getByRole("button", { name: person.memId, exact: true }).click();
    const card = desk.getByRole("article").filter({ hasText: person.memId });
    await card.getByRole("button", { name: show, exact: true }).click();
    await expect(row).toContainText(person.memName);
    await shot(desk, "personal-2-deposit");
    await desk.reload();
    await expect(row).toBeVisible();
    await expect(row).not.toContainText(mark);
  });

  await test.step("the member's record says who looked and why, without the values", async () => {
    await follow(desk, `${staffPaths.member.replace("$memId", person.memId)}?part=audit`);
    const entries = desk.getByRole("row").filter({ hasText: texts("en", "audit")("action.personal.show") });
    await expect(entries).toHaveCount(2);
    await expect(entries.last()).toContainText(admin("personal.purpose.signup"));
    await expect(entries.first()).toContainText(admin("personal.purpose.deposit"));
    await expect(desk.getByRole("main")).not.toContainText(mark);
    await shot(desk, "personal-3-record");
  });
  for (const one of complaints) one.expectNone();
});
