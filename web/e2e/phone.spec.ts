import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { cashOf, expectCash, expectMember, logIn, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

test.use({ viewport: { width: 390, height: 844 }, locale: "ko-KR", isMobile: true, hasTouch: true });

async function expectNothingSideways(page: Page): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

test("on a phone, in Korean: log in, the deposit page, the slots", async ({ page, context }) => {
  const cash = texts("ko", "cash");
  const complaints = new Complaints(context, "phone");
  await speak(context, "ko");
  await logIn(page, demo().member, "ko");
  await expectMember(page);
  await expectCash([page], await cashOf(page));
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expectNothingSideways(page);
  await shot(page, "phone-1-main");

  await follow(page, paths.deposit);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(cash("deposit.title"));
  await page.locator("input[name=amount]").fill("50000");
  await expect(page.locator("input[name=amount]")).toHaveValue("50,000");
  await expectNothingSideways(page);
  await shot(page, "phone-2-deposit");

  await follow(page, paths.slots);
  await page.getByRole("button", { name: "Hanok Studio", exact: true }).click();
  await expect(page.getByRole("main").getByText("달항아리", { exact: true })).toBeVisible();
  await expectNothingSideways(page);
  await shot(page, "phone-3-slots");

  complaints.expectNone();
});
