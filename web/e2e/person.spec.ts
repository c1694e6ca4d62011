import { expect, type Page } from "@playwright/test";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { share } from "./support/size.ts";
import { openDesk } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const audit = texts("en", "audit");
const person = texts("en", "person");
const promo = texts("en", "promo");

const LOOKS = [
  { lang: "ko", width: 1440, height: 900 },
  { lang: "en", width: 1440, height: 900 },
  { lang: "ko", width: 390, height: 844 },
  { lang: "en", width: 390, height: 844 },
] as const;

/** A reason as long as one may be, with a word that has no place to break. */
const LONG_REASON = `only looked at, twice, ${"x".repeat(90)} and then once more`;

/** Expects that the record with the long reason ends within the page: in the table, and on a phone in the sheet of its row. */
async function expectReasonInside(desk: Page, phone: boolean): Promise<void> {
  if (phone) {
    await desk
      .getByRole("tabpanel")
      .getByRole("button")
      .filter({ hasText: texts("en", "audit")("action.cash.refuse") })
      .first()
      .click();
  }
  const place = phone ? desk.getByRole("dialog") : desk.getByRole("tabpanel").getByRole("table").locator("..");
  await expect(place.getByText(LONG_REASON).first()).toBeVisible();
  expect(await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
}

/** Returns how many lines the tabs of the page have. */
const tabsLines = (desk: Page) =>
  desk
    .getByRole("tab")
    .evaluateAll((tabs) => new Set(tabs.map((tab) => Math.round(tab.getBoundingClientRect().top))).size);

/** Opens a part of a member's page and waits until it is there. */
async function openPart(desk: Page, memId: string, part: string, language = "en"): Promise<void> {
  const address = `${staffPaths.member.replace("$memId", memId)}?part=${part}`;
  await (desk.url() === "about:blank" ? desk.goto(address) : follow(desk, address));
  const name = texts(language, "person")(`tab.${part}`);
  await expect(desk.getByRole("tab", { selected: true, name })).toBeVisible();
  await expect(desk.getByRole("tabpanel")).toBeVisible();
  await expect(desk.locator("[aria-busy=true]")).toHaveCount(0);
}

test("staff reads what a member has in points, coupons and messages, and an entry leads to its request", async ({
  browser,
  clerk,
}) => {
  const { memId } = demo().member;
  const desk = await openDesk(browser, clerk);
  const complaints = new Complaints(desk.context(), "staff");
  const { request: member } = await browser.newContext();
  await call(member, "/api/member/login", { memId, memPass: demo().member.memPass });

  await test.step("a coupon that the member uses is among the coupons and the points", async () => {
    const { batch } = await call(desk.request, "/api/admin/coupon/issue", {
      requestId: `person-${Date.now()}`,
      memIds: [memId],
      unit: "point",
      amount: 1_000,
      rolling: 0,
      days: 3,
    });
    const { list } = await call(desk.request, "/api/admin/coupon/list", { batch });
    const code = list[0]?.code ?? "";
    await openPart(desk, memId, "coupons");
    const row = desk.getByRole("row").filter({ hasText: code });
    await expect(row).toContainText(promo("coupon.state.issued"));
    await call(member, "/api/coupon/use", { code });
    await desk.reload();
    await expect(row).toContainText(promo("coupon.state.used"));
    await openPart(desk, memId, "points");
    await expect(desk.getByRole("row").nth(1)).toContainText(person("kind.coupon"));
    await expect(desk.getByRole("row").nth(1)).toContainText("1,000");
  });

  await test.step("a message is unread until the member opens it", async () => {
    const title = `Hello ${Date.now()}`;
    await call(desk.request, "/api/admin/message/send", { memId, title, content: "A line for you." });
    await openPart(desk, memId, "messages");
    const row = desk.getByRole("row").filter({ hasText: title });
    await expect(row).toContainText(person("message.unread"));
    const sent = (await call(desk.request, "/api/admin/message/list", { memId })).list.find(
      (one) => one.title === title,
    );
    await call(member, "/api/board/msgRead", { boardIdx: sent?.idx ?? 0 });
    await desk.reload();
    await expect(row).toContainText(person("message.read"));
  });

  await test.step("the ledger names its entries, and an entry leads to its request, which is marked", async () => {
    const { idx, amount, requestedAt } = await call(member, "/api/cash/out", {
      amount: 10_000,
      cashPin: demo().member.cashPin,
    });
    await call(desk.request, "/api/admin/cash/refuse", { idx, memId, amount, requestedAt, memo: LONG_REASON });
    await openPart(desk, memId, "ledger");
    const name = person("source.request", { ref: String(idx) });
    const link = desk.getByRole("tabpanel").getByRole("link", { name, exact: true }).first();
    await link.click();
    await expect(desk.getByRole("tab", { name: person("tab.requests") })).toHaveAttribute("aria-selected", "true");
    const marked = desk.getByRole("row").filter({ has: desk.locator("strong[aria-current=true]") });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText(String(idx));
    await expect(marked).toBeInViewport();
  });

  await test.step("the record names what staff did", async () => {
    await openPart(desk, memId, "audit");
    await expect(
      desk
        .getByRole("row")
        .filter({ hasText: audit("action.message.send") })
        .first(),
    ).toBeVisible();
    await expect(
      desk
        .getByRole("row")
        .filter({ hasText: audit("action.cash.refuse") })
        .first(),
    ).toBeVisible();
  });

  await test.step("each part is looked at", async () => {
    for (const { lang, width, height } of share(LOOKS, LOOKS.length)) {
      const context = await browser.newContext({ storageState: clerk.state, viewport: { width, height } });
      await speak(context, lang);
      const looked = await context.newPage();
      for (const part of [
        "overview",
        "ledger",
        "points",
        "requests",
        "coupons",
        "messages",
        "logins",
        "details",
        "audit",
      ]) {
        await openPart(looked, memId, part, lang);
        await shot(looked, `person-${part}-${lang}-${width}`);
        if (width < 640) expect(await tabsLines(looked), "the tabs are one line").toBe(1);
        if (part === "audit" && lang === "en") {
          await expectReasonInside(looked, width < 640);
          await shot(looked, `person-reason-${width}`);
        }
      }
      await context.close();
    }
  });
  complaints.expectNone();
});
