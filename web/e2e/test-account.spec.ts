import { expect } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { expectCash, expectMember, logIn, newcomer, signUp, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { approve, openDesk, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const words = texts("en", "person");

test("staff makes a new member a test account; two persons fund it, and no real money moves on it (S-103)", async ({
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

  await test.step("a member signs up, and staff marks the account with a reason", async () => {
    await desk.goto(staffPaths.home);
    await signUp(page, person);
    await expect(queued(desk, "signup", person.memId)).toBeVisible();
    await approve(desk, "signup", person.memId);
    await logIn(page, person);
    await expectMember(page);
    await follow(desk, staffPaths.member.replace("$memId", person.memId));
    await desk.getByRole("button", { name: words("test.open") }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.locator("input[name=reason]").fill("to try new games");
    await shot(desk, "test-account-dialog");
    await dialog.getByRole("button", { name: words("test.open") }).click();
    await expect(desk.getByText("to try new games")).toBeVisible();
    await expect(desk.getByRole("button", { name: words("test.open") })).toHaveCount(0);
    await shot(desk, "test-account-page");
    await follow(desk, `${staffPaths.members}?q=${person.memId}`);
    await expect(desk.getByRole("row").filter({ hasText: person.memId })).toContainText(admin("member.test"));
  });

  await test.step("a deposit is refused", async () => {
    const answer = await ask(page.request, "/api/cash/in", { amount: 50_000, bank: "Kookmin" });
    expect(answer.resultCode).toBe("U051");
  });

  await test.step("a correction asks for a second person, and then the member has the money", async () => {
    const asked = await ask(desk.request, "/api/admin/cash/correct", {
      requestId: `test-${Date.now()}`,
      memId: person.memId,
      unit: "cash",
      take: false,
      amount: 5_000,
      reason: "to try new games",
    });
    expect(asked.resultCode).toBe("U035");
    await second.goto(staffPaths.approvals);
    const name = admin("approval.approve", { amount: "₩5,000" });
    await second.getByRole("article").filter({ hasText: person.memId }).getByRole("button", { name }).click();
    await second.getByRole("dialog").getByRole("button", { name }).click();
    await expect(second.getByRole("dialog")).toHaveCount(0); // a code is asked for in between
    await expectCash([page], 5_000);
    const { list } = await call(desk.request, "/api/admin/member/ledger", { memId: person.memId });
    expect(list.map(({ kind, amount }) => [kind, amount])).toEqual([["correction.test", 5_000]]);
  });
  for (const one of complaints) one.expectNone();
});
