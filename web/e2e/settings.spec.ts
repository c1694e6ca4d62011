import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { comeIn, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { openDesk } from "./support/staff-page.ts";
import { test, waits } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const cash = texts("en", "cash");
const settings = texts("en", "settings");

/** A colleague approves the change of settings that waits. */
async function approveChange(colleague: Page): Promise<void> {
  const name = admin("approval.approveSettings");
  await colleague.getByRole("article").getByRole("button", { name }).click();
  await colleague.getByRole("dialog").getByRole("button", { name }).click();
  await expect(colleague.getByRole("article")).toHaveCount(0);
}

test("settings of money are changed by two persons, at once or at their time, and open pages follow", async ({
  browser,
  clerk,
  colleague: other,
}) => {
  const [master, colleague] = [await openDesk(browser, clerk), await openDesk(browser, other)];
  const visitor = await browser.newContext();
  await speak(visitor, "en");
  const member = await visitor.newPage();
  const complaints = [new Complaints(master.context(), "staff"), new Complaints(visitor, "member")];
  const dialog = master.getByRole("dialog");

  await test.step("the smallest deposit is raised by two persons, and an open deposit page says so", async () => {
    await comeIn(member, paths.deposit);
    const limits = (min: number) =>
      member.getByText(cash("field.limits", { min: won(min), max: won(5_000_000), unit: won(10_000) }));
    await expect(limits(10_000)).toBeVisible();
    await member.evaluate(() => Object.assign(window, { opened: true }));

    await master.goto(`${staffPaths.settings}?part=cash`);
    await master.locator("input[name=depositMin]").fill("20000");
    await master.getByRole("button", { name: settings("review") }).click();
    await expect(dialog.locator("ins")).toHaveText(won(20_000));
    await dialog.getByRole("button", { name: settings("review.ask") }).click();
    await expect(dialog).toHaveCount(0);
    await expect(limits(10_000)).toBeVisible(); // nothing holds yet
    await colleague.goto(staffPaths.approvals);
    await expect(colleague.getByRole("article").locator("ins")).toHaveText(won(20_000));
    await approveChange(colleague);
    await expect(limits(20_000)).toBeVisible();
    expect(await member.evaluate(() => "opened" in window), "without a reload").toBe(true);

    await follow(master, `${staffPaths.settings}?part=history`);
    await master.getByRole("button", { name: settings("history.first") }).click();
    await dialog.getByRole("button", { name: settings("history.do") }).click();
    await expect(dialog).toHaveCount(0);
    await approveChange(colleague);
    await expect(limits(10_000)).toBeVisible();
  });

  await test.step("a change waits for a colleague, then for its time, and is cancelled with a reason", async () => {
    await follow(master, `${staffPaths.settings}?part=cash`);
    await master.locator("input[name=depositMin]").fill("30000");
    await master.getByRole("button", { name: settings("review") }).click();
    await dialog.getByLabel(settings("when.label")).selectOption("at");
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Seoul" }).format(Date.now() + 30 * 86_400_000);
    await dialog.getByLabel(settings("when.time")).fill(`${day}T00:00`);
    await shot(master, "settings-review-later");
    await dialog.getByRole("button", { name: settings("review.ask") }).click();
    await expect(dialog).toHaveCount(0);
    const time = `${day} 00:00`;
    await expect(colleague.getByRole("article").getByText(time).first()).toBeVisible();
    await approveChange(colleague);

    await follow(master, `${staffPaths.settings}?part=planned`);
    await master.getByRole("button", { name: settings("plan.cancelOf", { time }) }).click();
    await dialog.getByRole("textbox").fill("not this year");
    await dialog.getByRole("button", { name: settings("plan.cancel") }).click();
    await expect(master.getByText(/: not this year/)).toBeVisible();
    await shot(master, "settings-planned");
  });

  await test.step("a scheduled change takes effect by itself, on the open page", async () => {
    const read = () => call(master.request, "/api/admin/site/settings", {});
    const before = await read();
    const commentsPerDay = (before.values.commentsPerDay ?? 0) + 1;
    // A moment that has passed is refused: on a busy machine the next one may still come.
    await expect(async () => {
      const at = new Date(Date.now() + 2_000).toISOString();
      const body = { version: before.version, values: { commentsPerDay }, at };
      expect((await ask(master.request, "/api/admin/site/settings/save", body)).resultCode).toBe("200");
    }).toPass();
    waits(2); // the time of the change
    const became = settings("plan.became", { version: before.version + 1 });
    await expect(master.getByText(became)).toBeVisible();
    expect((await read()).values.commentsPerDay).toBe(commentsPerDay);
  });
  for (const one of complaints) one.expectNone();
});
