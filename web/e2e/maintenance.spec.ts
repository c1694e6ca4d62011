import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { comeIn, enter, expectMember, logIn, speak } from "./support/member-page.ts";
import { Watched } from "./support/quiet.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "schedule");
const member = texts("en", "maintenance");
const WORDS = "We move to faster machines.";

/** A moment as the site's clock writes it into a field. */
function onSiteClock(hoursAhead: number): string {
  const at = new Date(Date.now() + hoursAhead * 3_600_000);
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Seoul", dateStyle: "short", timeStyle: "short" })
    .format(at)
    .replace(" ", "T");
}

test.afterEach(async ({ browser, clerk }) => {
  // A test that fails must not leave the site closed to the others.
  const context = await browser.newContext({ storageState: clerk.state });
  await call(context.request, "/api/admin/site/inspect", { on: false });
  await context.close();
});

test("staff schedules maintenance: members are told, wait with a countdown, and come back", async ({
  browser,
  clerk,
}) => {
  const [ofStaff, ofMember] = await Promise.all([
    browser.newContext({ storageState: clerk.state }),
    browser.newContext(),
  ]);
  await Promise.all([ofStaff, ofMember].map((context) => speak(context, "en")));
  const complaints = new Complaints(ofStaff, "staff");
  const [staff, page] = await Promise.all([ofStaff.newPage(), ofMember.newPage()]);
  await comeIn(page, paths.home);

  await staff.goto(staffPaths.switches);
  await staff.getByRole("button", { name: t("add") }).click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByLabel(t("begins")).fill(onSiteClock(0.5));
  await dialog.getByLabel(t("ends"), { exact: true }).fill(onSiteClock(2.5));
  await dialog.getByRole("button", { name: "English" }).click();
  await dialog.getByLabel(t("text", { language: "English" })).fill(WORDS);
  await dialog.locator("input[name=reason]").fill("new machines");
  await shot(staff, "maintenance-dialog");
  await dialog.getByRole("button", { name: t("add") }).click();
  await expect(dialog).toHaveCount(0);

  const upcoming = page.getByText(member("upcoming", { part: member("part.site") }));
  await expect(upcoming, "the open page of the member hears of it").toBeVisible();
  await expect(page.getByText(WORDS)).toBeVisible();
  await shot(page, "maintenance-banner");

  await staff.getByRole("button", { name: t("beginOf", { name: "Whole site" }) }).click();
  await dialog.getByRole("button", { name: t("begin") }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.warning}$`));
  await expect(page.getByRole("timer")).toHaveText(/^0[12]:\d\d:\d\d$/);
  await expect(page.getByText(WORDS)).toBeVisible();
  await shot(page, "maintenance-warning");
  const { memId, memPass } = demo().member;
  const { resultCode } = await ask(ofMember.request, "/api/member/login", { memId, memPass });
  expect(resultCode).toBe("S001");
  await shot(staff, "maintenance-running");

  await staff.getByRole("button", { name: t("endOf", { name: "Whole site" }) }).click();
  await dialog.getByRole("button", { name: t("end") }).click();
  await expect(page, "the page returns by itself").not.toHaveURL(new RegExp(paths.warning));
  await expect(upcoming).toHaveCount(0);
  await logIn(page, demo().member);
  await expectMember(page);
  await expect(staff.getByText(t("state.ended")).first()).toBeVisible();
  complaints.expectNone();
});

/* A page under maintenance once made 67 calls a second. */
test("all pages are quiet during maintenance: those that were open, and those opened meanwhile", async ({
  browser,
  clerk,
}) => {
  const [staff, member, guest] = await Promise.all([
    browser.newContext({ storageState: clerk.state }),
    browser.newContext(),
    browser.newContext(),
  ]);
  for (const context of [staff, member, guest]) await speak(context, "en");
  await enter(member, demo().member);
  const [ofStaff, ofMember, ofGuest] = [new Watched(staff), new Watched(member), new Watched(guest)];
  for (const watched of [ofStaff, ofMember, ofGuest]) await watched.begin();
  await ofStaff.open([staffPaths.home]);
  await ofMember.open([paths.bets]);
  await ofGuest.open([paths.home]);
  await call(staff.request, "/api/admin/site/inspect", { on: true, reason: "the quiet of pages" });
  try {
    for (const watched of [ofMember, ofGuest]) {
      await watched.resume();
      for (const page of watched.opened()) await expect(page).toHaveURL(new RegExp(`${paths.warning}$`));
      await watched.open([paths.warning]);
      await watched.expectQuiet("maintenance");
    }
    await ofStaff.expectQuiet("maintenance");
    await ofGuest.change("api failing");
    await ofGuest.expectQuiet("maintenance, api failing");
  } finally {
    await call(staff.request, "/api/admin/site/inspect", { on: false, reason: "the quiet of pages" });
  }
});
