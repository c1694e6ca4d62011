import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { endAnimations } from "./support/animations.ts";
import { call, newestPost } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { cashOf, expectCash, expectMember, logIn, speak } from "./support/member-page.ts";
import { guestPages, memberPages, staffPages } from "./support/pages.ts";
import { staffState } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

/** Waits until the page has stopped moving and loading, then checks that it has no accessibility violations. */
async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("main")).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectTitle(page, path);
  await expectNoViolations(page, path);
}

/**
 * The tab is named after the page. The main page, to which guests are led from members' pages, and the window that waits for a
 * game say what they are without a heading.
 */
async function expectTitle(page: Page, path: string): Promise<void> {
  const at = new URL(page.url()).pathname;
  if (at === paths.home || at === paths.preload) return;
  const heading = await page.getByRole("heading", { level: 1 }).first().textContent();
  expect.soft(await page.title(), `${path} names its tab`).toContain(heading);
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  await endAnimations(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect.soft(found, `${where} has no violations`).toEqual([]);
}

test("guests' pages are accessible", async ({ page, context }) => {
  const t = texts("en", "common");
  const complaints = new Complaints(context, "guest");
  await speak(context, "en");
  for (const path of [...guestPages, paths.slots, paths.preload]) await expectAccessible(page, path);
  await page.goto(paths.home);
  await page
    .getByRole("banner")
    .getByRole("button", { name: t("login.open") })
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page, "log-in");
  complaints.expectNone();
});

test("members' pages are accessible", async ({ page, context }) => {
  const complaints = new Complaints(context, "member");
  await speak(context, "en");
  await logIn(page, demo().member);
  await expectMember(page);
  await expectCash([page], await cashOf(page));
  const notice = await newestPost(page.request, "notice");
  const event = await newestPost(page.request, "event");
  const { list: studios } = await call(page.request, "/api/common/productList", { groupCode: "slot" });
  const pages = [
    ...memberPages,
    ...studios.slice(0, 1).map(({ procId }) => paths.studio.replace("$procId", procId)),
    paths.notice.replace("$boardIdx", String(notice)),
    paths.event.replace("$boardIdx", String(event)),
  ];
  for (const path of pages) await expectAccessible(page, path);
  await page
    .getByRole("banner")
    .getByRole("button", { name: texts("en", "common")("panel.open", { nick: "DemoMember" }) })
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolations(page, "the member's panel");
  complaints.expectNone();
});

test.describe("staff", () => {
  test.use({ storageState: staffState });

  test("the back office is accessible", async ({ page, context }) => {
    const complaints = new Complaints(context, "staff");
    await speak(context, "en");
    for (const path of staffPages) await expectAccessible(page, path);
    complaints.expectNone();
  });
});
