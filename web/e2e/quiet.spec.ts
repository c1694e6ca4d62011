import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { expectMember, logIn, speak } from "./support/member-page.ts";
import { guestPages, memberPages, staffPages } from "./support/pages.ts";
import { Watched, type Weather } from "./support/quiet.ts";
import { staffState } from "./support/staff-page.ts";
import { test } from "./support/test.ts";

/*
 * An untouched page must make at most five calls in ten seconds, whatever happens to the site. A page under maintenance once
 * made 67 calls a second.
 */

// The counts do not depend on time, so the machine may take all it needs.
test.setTimeout(1_800_000);

const AT_ONCE = 5;
const weathers: readonly Weather[] = ["fine", "hub gone", "api failing", "offline"];

async function expectAllQuiet(context: BrowserContext, pages: readonly string[], who: string): Promise<void> {
  const watched = new Watched(context);
  await watched.begin();
  for (let next = 0; next < pages.length; next += AT_ONCE) {
    await watched.open(pages.slice(next, next + AT_ONCE));
    for (const weather of weathers) {
      await watched.change(weather);
      await watched.expectQuiet(`${who}, ${weather}`);
      if (weather === "hub gone") await watched.expectQuietReturn(`${who}, the hub back, api failing`);
      await watched.recover();
    }
    await watched.close();
  }
}

/** Logs the demo's member in, on a page that is closed again. */
async function comeIn(context: BrowserContext, page: Page): Promise<void> {
  await speak(context, "en");
  await logIn(page, demo().member);
  await expectMember(page);
  await page.close();
}

test("guests' pages are quiet while nothing happens, whatever fails", async ({ context }) => {
  await speak(context, "en");
  await expectAllQuiet(context, guestPages, "guest");
});

test("members' pages are quiet while nothing happens, whatever fails", async ({ context, page }) => {
  await comeIn(context, page);
  await expectAllQuiet(context, memberPages, "member");
});

test("pages that are opened while the api fails are quiet", async ({ context, page }) => {
  await comeIn(context, page);
  const watched = new Watched(context);
  await watched.begin();
  await watched.change("api failing");
  await watched.open([paths.home, paths.deposit]);
  await watched.expectQuiet("opened while the api fails");
});

test.describe("staff", () => {
  test.use({ storageState: staffState });

  test("the back office is quiet while nothing happens, whatever fails", async ({ context }) => {
    await speak(context, "en");
    await expectAllQuiet(context, staffPages, "staff");
  });
});

test("all pages are quiet during maintenance: those that were open, and those opened meanwhile", async ({
  browser,
}) => {
  const [staff, member, guest] = await Promise.all([
    browser.newContext({ storageState: staffState }),
    browser.newContext(),
    browser.newContext(),
  ]);
  for (const context of [staff, guest]) await speak(context, "en");
  await comeIn(member, await member.newPage());
  const [ofStaff, ofMember, ofGuest] = [new Watched(staff), new Watched(member), new Watched(guest)];
  for (const watched of [ofStaff, ofMember, ofGuest]) await watched.begin();
  await ofStaff.open([staffPaths.home]);
  await ofMember.open([paths.deposit, paths.bets]);
  await ofGuest.open([paths.home]);
  await call(staff.request, "/api/admin/site/inspect", { on: true, reason: "the quiet of pages" });
  try {
    for (const watched of [ofMember, ofGuest]) {
      await watched.resume();
      for (const page of watched.opened())
        await expect(page).toHaveURL(new RegExp(`${paths.warning}$`), { timeout: 120_000 });
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
