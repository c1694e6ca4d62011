import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { expectMember, logIn, newcomer, signUp, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { approve, openDesk, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const session = texts("en", "session");
const admin = texts("en", "admin");
const words = texts("en", "details");

test("a member asks for another bank account; one person proposes, a second confirms, and the member logs in again (S-04)", async ({
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

  await test.step("a member signs up and opens the account page", async () => {
    await desk.goto(staffPaths.home);
    await signUp(page, person);
    await expect(queued(desk, "signup", person.memId)).toBeVisible();
    await approve(desk, "signup", person.memId);
    await follow(desk, staffPaths.details);
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(admin("nav.details"));
    await logIn(page, person);
    await expectMember(page);
    await follow(page, paths.account);
  });

  await test.step("the member asks, takes it back and asks again", async () => {
    for (const [withdraw, number] of [
      [true, "70011122233"],
      [false, `7${Date.now()}`.slice(0, 12)],
    ] as const) {
      await page.getByRole("button", { name: session("request.account.title") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("input[name=accountNo]").fill(number);
      await dialog.locator("input[name=cashPin]").fill(person.cashPin);
      await dialog.locator("input[name=memPass]").fill(person.memPass);
      await dialog.getByRole("button", { name: session("request.submit") }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      const back = page.getByRole("button", { name: session("request.withdraw") });
      await expect(back).toBeVisible();
      if (!withdraw) continue;
      await back.click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: session("request.withdraw") })
        .click();
      await expect(page.getByText(session("request.state.withdrawn"), { exact: true })).toBeVisible();
    }
  });

  await test.step("staff sees it masked and proposes; a colleague confirms", async () => {
    const card = desk.getByRole("article").filter({ hasText: person.memId });
    await expect(card).toContainText("********");
    await card.getByRole("button", { name: words("approve") }).click();
    await desk
      .getByRole("dialog")
      .getByRole("button", { name: words("approve") })
      .click();
    await expect(desk.getByRole("dialog")).toHaveCount(0);
    await expect(card).toHaveCount(1); // nothing has changed yet
    await second.goto(staffPaths.approvals);
    const name = admin("approval.approveDetails");
    await second.getByRole("article").filter({ hasText: person.memId }).getByRole("button", { name }).click();
    await second.getByRole("dialog").getByRole("button", { name }).click();
    await expect(second.getByRole("dialog")).toHaveCount(0);
    await expect(card).toHaveCount(0);
  });

  await test.step("the member is logged out with the reason", async () => {
    await expect(page.getByText(session("notice.details"))).toBeVisible();
  });
  for (const one of complaints) one.expectNone();
});
