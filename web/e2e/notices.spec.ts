import { expect } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { command } from "./support/command.ts";
import { demo } from "./support/demo.ts";
import { speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { enrol, openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const words = texts("en", "notices");

test("a master is told of a login from an address that the account has not used before, until it is seen (S-79)", async ({
  browser,
  clerk,
}) => {
  const desk = await openDesk(browser, clerk);
  const complaints = new Complaints(desk.context(), "staff");
  const other = await browser.newContext();
  await speak(other, "en");
  const newcomer = await other.newPage();
  await desk.goto(staffPaths.notices);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(admin("nav.notices"));

  const memId = `clerk${Date.now().toString(36)}`;
  const [oneTime = ""] = command("staff", "add", demo().site, memId, "Kim", "inquiry").split("\n");
  await enrol(newcomer, memId, oneTime);
  const row = desk.getByRole("row").filter({ hasText: memId });
  await expect(row).toContainText(words("new")); // without a reload
  await expect(row).toContainText("::1");
  await expect(desk.getByRole("link", { name: admin("nav.notices") })).toContainText(/\d/);
  await shot(desk, "notices-1-new");
  await desk.getByRole("button", { name: words("see") }).click();
  await expect(row).toContainText(words("seen"));
  await expect(desk.getByRole("button", { name: words("see") })).toHaveCount(0);
  await expect(desk.getByRole("link", { name: admin("nav.notices") })).not.toContainText(/\d/);
  await desk.reload();
  await expect(row).toContainText(words("seen"));
  complaints.expectNone();
});
