import { expect } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { shot } from "./support/shots.ts";
import { openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "admin");

test("a richer wheel waits for a colleague, who sees what changes; switching it off needs one person", async ({
  browser,
  clerk,
  colleague: other,
}) => {
  const [master, colleague] = [await openDesk(browser, clerk), await openDesk(browser, other)];
  const complaints = new Complaints(master.context(), "staff");
  const page = `${staffPaths.promos}?part=wheel`;
  await master.goto(page);
  await master.locator('input[name="prizes.0.points"]').fill("150");
  await master.getByRole("button", { name: t("promos.check") }).click();
  const dialog = master.getByRole("dialog");
  await expect(dialog.locator("del")).toContainText("100 P");
  await expect(dialog.locator("ins")).toContainText("150 P");
  await dialog.getByLabel(t("promos.reason")).fill("spring");
  await shot(master, "promos-review");
  await dialog.getByRole("button", { name: t("promos.ask") }).click();
  await expect(dialog).toHaveCount(0);
  const waiting = master.getByRole("list", { name: t("promos.waiting") });
  await expect(waiting.locator("ins")).toContainText("150 P");
  await expect(waiting).toContainText(clerk.memId);
  await shot(master, "promos-waiting");

  await colleague.goto(staffPaths.approvals);
  const card = colleague.getByRole("article");
  await expect(card.locator("ins")).toContainText("150 P");
  await shot(colleague, "promos-approval");
  await card.getByRole("button", { name: t("approval.approveSettings") }).click();
  await colleague
    .getByRole("dialog")
    .getByRole("button", { name: t("approval.approveSettings") })
    .click();
  await expect(card).toHaveCount(0);
  await expect(waiting, "the master's open page follows").toHaveCount(0);
  await expect(master.locator('input[name="prizes.0.points"]')).toHaveValue("150");

  const active = master.locator("input[name=active]");
  await active.uncheck();
  await master.getByRole("button", { name: t("promos.check") }).click();
  await dialog.getByRole("button", { name: t("promos.save") }).click();
  await expect(dialog).toHaveCount(0);
  await active.check();
  await master.getByRole("button", { name: t("promos.check") }).click();
  await expect(dialog.getByText(t("promos.second"))).toBeVisible();
  await shot(master, "promos-review-on");
  await dialog.getByRole("button", { name: t("promos.ask") }).click();
  await expect(waiting.locator("ins").first()).toHaveText(t("promos.on"));
  await card.getByRole("button", { name: t("approval.approveSettings") }).click();
  await colleague
    .getByRole("dialog")
    .getByRole("button", { name: t("approval.approveSettings") })
    .click();
  await expect(card).toHaveCount(0);
  complaints.expectNone();
});
