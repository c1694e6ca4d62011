import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { staffPaths } from "../../src/shared/staff/paths.ts";
import { answerCodes } from "./code.ts";
import { speak } from "./member-page.ts";
import { confirmBy, type Staff } from "./staff.ts";
import { texts } from "./texts.ts";

const t = texts("en", "admin");
const office = texts("en", "office");

export type Queue = "signup" | "in" | "out" | "pt";

/** Opens a tab of a staff account, which gives its one-time codes when it is asked for them. */
export async function openDesk(
  browser: Browser,
  staff: Staff,
  language = "en",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, storageState: staff.state });
  await speak(context, language);
  const page = await context.newPage();
  await answerCodes(page, staff);
  return page;
}

/** The requests about something wait on a colleague's page of approvals: so many of them, which the colleague approves. */
export async function agree(second: Page, about: string, count = 1): Promise<void> {
  const asked = second.getByRole("article").filter({ hasText: about });
  for (let left = count; left > 0; left--) {
    await expect(asked).toHaveCount(left);
    await asked
      .first()
      .getByRole("button", { name: /^Approve/ })
      .click();
    await second
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(second.getByRole("dialog")).toHaveCount(0);
  }
  await expect(asked).toHaveCount(0);
}

/** A master adds a person who answers inquiries, and who sets the account up and comes in on a page of another context. Returns the ID. */
export async function addStaff(master: Page, page: Page): Promise<string> {
  const memId = `clerk${Date.now().toString(36)}`;
  await master.goto(staffPaths.staff);
  await master.getByRole("button", { name: t("staff.add") }).click();
  const dialog = master.getByRole("dialog");
  await dialog.locator("input[name=memId]").fill(memId);
  await dialog.locator("input[name=name]").fill("Kim");
  await dialog.getByLabel(t("staff.right.inquiry")).check();
  await dialog.getByRole("button", { name: t("staff.add") }).click();
  const password = master.getByRole("dialog").locator("code");
  await expect(password).toBeVisible();
  const oneTime = (await password.textContent()) ?? "";

  await enrol(page, memId, oneTime);
  return memId;
}

/** A person comes in for the first time, with the one-time password, and gives its codes from then on when it is asked. */
export async function enrol(page: Page, memId: string, oneTime: string): Promise<void> {
  await page.goto(staffPaths.home);
  await page.locator("input[name=memId]").fill(memId);
  await page.locator("input[name=memPass]").fill(oneTime);
  await page.getByRole("button", { name: office("login.next") }).click();
  await page.getByRole("button", { name: t("login.first") }).click();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const account = { memId, totpSecret: secret };
  await answerCodes(page, account);
  await page.locator("input[name=newPass]").fill("a-lamp-and-7-keystones");
  await page.locator("input[name=again]").fill("a-lamp-and-7-keystones");
  const kept = page.getByLabel(office("enrol.kept"));
  await confirmBy(account, async (code) => {
    await page.locator("input[name=otp]").fill(code);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.getByRole("button", { name: t("enrol.submit") }).click();
    await expect(kept.or(page.getByRole("alert")).first()).toBeVisible();
    return await kept.isVisible();
  });
  await kept.check();
  await page.getByRole("button", { name: t("enrol.enter") }).click();
}

function queue(page: Page, kind: Queue) {
  return page.getByRole("region", { name: t(`queue.${kind}`), exact: true });
}

/** A member's row in a queue. */
export function queued(page: Page, kind: Queue, memId: string) {
  return queue(page, kind).getByRole("row").filter({ hasText: memId });
}

/** Approves what a member asks for; money is asked about again. */
export async function approve(page: Page, kind: Queue, memId: string): Promise<void> {
  const row = queued(page, kind, memId);
  await row.getByRole("button", { name: t("action.approveOf", { memId }) }).click();
  if (kind !== "signup") {
    await page.getByRole("dialog").getByRole("button").last().click();
  }
  await page.mouse.move(0, 0); // rows keep still under the pointer
  await expect(row).toHaveCount(0);
}

/** Puts the site into maintenance, or opens it again. */
export async function inspect(page: Page, on: boolean): Promise<void> {
  const name = t(on ? "site.begin" : "site.end");
  await page.getByRole("banner").getByRole("button", { name }).click();
  await page.getByRole("dialog").locator("input[name=reason]").fill("the journey");
  await page.getByRole("dialog").getByRole("button", { name }).click();
  const state = page.getByRole("banner").getByText(t(on ? "site.inspect" : "site.open"), { exact: true });
  await expect(state.and(page.locator("span"))).toBeVisible(); // a link of the same name leads to the page
}
