import { expect, type Page } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const admin = texts("en", "admin");
const promo = texts("en", "promo");
const limits = texts("en", "protection");

/** Switches a function on the page of maintenance. */
async function turn(desk: Page, key: "switch.closeOf" | "switch.openOf", reason: string): Promise<void> {
  const name = admin(key, { name: admin("switch.points") });
  await desk.getByRole("row").getByRole("button", { name }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("button", { name }).click();
  await expect(dialog.getByRole("alert")).toHaveText(admin("refuse.missing"));
  await dialog.locator("input[name=reason]").fill(reason);
  await dialog.getByRole("button", { name }).click();
  await expect(dialog).toHaveCount(0);
  await expect(desk.getByRole("row").filter({ hasText: "S007" })).toContainText(reason);
}

test("staff gives a coupon, closes a function and protects a member", async ({ browser, clerk }) => {
  const { memId } = demo().member;
  const desk = await openDesk(browser, clerk);
  const complaints = new Complaints(desk.context(), "staff");
  const { request: member } = await browser.newContext();
  await call(member, "/api/member/login", { memId, memPass: demo().member.memPass });

  await test.step("a coupon is issued, used by its member, and can no longer be withdrawn", async () => {
    await desk.goto(staffPaths.promos);
    await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
    await desk.getByRole("button", { name: admin("coupon.issue") }).click();
    const dialog = desk.getByRole("dialog");
    await dialog.locator("textarea[name=members]").fill(memId);
    await dialog.locator("input[name=amount]").fill("1000");
    await dialog.locator("input[name=rolling]").fill("0");
    await dialog.getByRole("button", { name: admin("coupon.submit", { count: "1", amount: "1,000 P" }) }).click();
    await expect(dialog).toHaveCount(0);
    const row = desk.getByRole("row").filter({ hasText: memId });
    await expect(row).toHaveCount(1); // of this batch alone
    const code = (await row.locator("code").textContent()) ?? "";
    await shot(desk, "desk-coupons");
    await row.getByRole("button", { name: admin("coupon.withdrawOf", { code }) }).click();
    expect((await call(member, "/api/coupon/use", { code })).amount).toBe(1000);
    await desk
      .getByRole("dialog")
      .getByRole("button", { name: admin("coupon.withdraw"), exact: true })
      .click();
    await expect(desk.getByRole("dialog").getByRole("alert")).toHaveText(admin("coupon.gone"));
    await desk.keyboard.press("Escape");
    await expect(row).toContainText(promo("coupon.state.used"));
  });

  await test.step("a closed function is refused with its code until it is opened again", async () => {
    await follow(desk, staffPaths.switches);
    await turn(desk, "switch.closeOf", "points are counted");
    await expect(desk.getByRole("banner").getByText(admin("site.paused", { paused: "1" }))).toBeVisible();
    expect((await ask(member, "/api/cash/pointChg", { pointAmt: 10_000 })).resultCode).toBe("S007");
    await turn(desk, "switch.openOf", "points are right");
    expect((await ask(member, "/api/cash/pointChg", { pointAmt: 0 })).resultCode).not.toBe("S007");
  });

  await test.step("a limit is lowered with a reason, and the member sees it", async () => {
    await follow(desk, `${staffPaths.members}?q=${memId}&member=${memId}`);
    await desk
      .getByRole("complementary")
      .getByRole("button", { name: admin("protect.open") })
      .click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByRole("button", { name: admin("protect.lowerLimit") }).click();
    await dialog.locator("select[name=which]").selectOption("session 30");
    const holds = (await call(desk.request, "/api/admin/member/protection", { memId })).limits.find(
      ({ kind, days }) => kind === "session" && days === 30,
    );
    await dialog.locator("input[name=amount]").fill(String((holds?.amount ?? 40_000) - 1));
    await dialog.locator("input[name=reason]").fill("asked for on the phone");
    await dialog.locator("form").getByRole("button").last().click();
    await expect(dialog.locator("form")).toHaveCount(0);
    await expect(dialog.getByRole("listitem").first()).toContainText("asked for on the phone");
    await shot(desk, "desk-protection");
    const set = (await call(member, "/api/protection/info", {})).limits.map(({ kind, days }) => `${kind} ${days}`);
    expect(set).toContain("session 30");
    await expect(dialog.getByRole("table", { name: limits("limits.title") })).toBeVisible();
  });

  complaints.expectNone();
});
