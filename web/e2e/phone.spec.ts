import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { demo } from "./support/demo.ts";
import { cashOf, expectCash, expectMember, logIn, speak } from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

test.use({ viewport: { width: 390, height: 844 }, locale: "ko-KR", isMobile: true, hasTouch: true });

test("on a phone, in Korean: log in, the deposit page, the slots", async ({ page, context }) => {
  const cash = texts("ko", "cash");
  const complaints = new Complaints(context, "phone");
  await speak(context, "ko");
  await logIn(page, demo().member, "ko");
  await expectMember(page);
  await expectCash([page], await cashOf(page));
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await shot(page, "phone-1-main");

  await page.goto(paths.deposit);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(cash("deposit.title"));
  await page.locator("input[name=amount]").fill("50000");
  await expect(page.locator("input[name=amount]")).toHaveValue("50,000");
  await shot(page, "phone-2-deposit");

  await page.goto(paths.slots);
  await page.getByRole("button", { name: "Hanok Studio", exact: true }).click();
  await expect(page.getByRole("main").getByText("달항아리", { exact: true })).toBeVisible();
  await shot(page, "phone-3-slots");

  for (const path of [paths.home, paths.deposit, paths.slots]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
  }
  complaints.expectNone();
});
