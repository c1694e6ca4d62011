import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { demo } from "./support/demo.ts";
import { comeIn, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "admin");
const accounts = texts("en", "accounts");
const cash = texts("en", "cash");

/** A clerk asks for one account instead of the one that is on, and a master approves it (S-84). */
async function rotate(clerk: Page, master: Page, number: string): Promise<void> {
  await clerk.getByRole("button", { name: accounts("useOf", { number }) }).click();
  const dialog = clerk.getByRole("dialog");
  await dialog.locator("input[name=reason]").fill("limit of the bank");
  await shot(clerk, "deposit-accounts-rotate");
  await dialog.getByRole("button", { name: accounts("use") }).click();
  await expect(dialog).toHaveCount(0);
  await follow(master, staffPaths.approvals);
  const approve = t("approval.approve", { amount: number });
  await master.getByRole("button", { name: approve }).click();
  await shot(master, "deposit-accounts-approve");
  await master.getByRole("dialog").getByRole("button", { name: approve }).click();
  await expect(master.getByRole("dialog")).toHaveCount(0);
  // The hub tells the clerk's page.
  await expect(clerk.getByRole("button", { name: accounts("offOf", { number }) })).toBeVisible();
}

/** The member's page asks for the account again when its tab is opened again. */
async function askAgain(page: Page): Promise<void> {
  const tabs = page.getByRole("navigation", { name: cash("deposit.title") });
  await tabs.getByRole("button", { name: cash("history.tab") }).click();
  await tabs.getByRole("button", { name: cash("deposit.title") }).click();
}

test("staff puts another deposit account in place, and the member's open page shows it", async ({
  browser,
  clerk,
  colleague,
}) => {
  const ofMember = await browser.newContext();
  await speak(ofMember, "en");
  const page = await ofMember.newPage();
  const [desk, master] = [await openDesk(browser, clerk), await openDesk(browser, colleague)];
  const complaints = [new Complaints(master.context(), "master"), new Complaints(ofMember, "member")];
  const number = `77${Date.now()}`;
  // A member who gave the withdrawal password sees the account for half an hour: this one has not given it in another test.
  const member = demo().members?.at(-1);
  if (!member) throw new Error("start the instance with HUBSTAKE_SEED=tests");

  await comeIn(page, paths.deposit, member);
  await page.locator("input[name=accountPin]").fill(member.cashPin);
  await page.getByRole("button", { name: cash("account.open.submit") }).click();
  const shown = page.locator("dd strong").first();
  await expect(shown).toHaveText(/^\d+$/);
  const before = (await shown.textContent()) ?? "";

  await desk.goto(staffPaths.depositAccounts);
  await master.goto(staffPaths.approvals);
  await desk.getByRole("button", { name: accounts("add") }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.locator("input[name=bank]").fill("Shinhan");
  await dialog.locator("input[name=accountNo]").fill(number);
  await dialog.locator("input[name=accountHolder]").fill("Hubstake Demo");
  await dialog.getByRole("button", { name: accounts("add") }).click();
  await expect(dialog).toHaveCount(0);
  await askAgain(page);
  await expect(shown).toHaveText(before);

  await rotate(desk, master, number);
  await askAgain(page);
  await expect(shown).toHaveText(number);
  await shot(page, "deposit-accounts-member");
  await desk.getByRole("button", { name: accounts("viewsOf", { number }) }).click();
  await expect(desk.getByRole("row").filter({ hasText: member.memId }).first()).toContainText(number);
  await shot(desk, "deposit-accounts-views");

  await follow(desk, staffPaths.depositAccounts);
  await rotate(desk, master, before);
  await askAgain(page);
  await expect(shown).toHaveText(before);
  for (const one of complaints) one.expectNone();
});
