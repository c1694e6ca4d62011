import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Api } from "../src/shared/api/contract.gen.ts";
import { partnerPaths } from "../src/shared/partner/paths.ts";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { openSlot, spin } from "./support/game-page.ts";
import { cashOf, comeIn, expectCash, newcomer, speak, walletOf } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { askConfirmed, confirmBy } from "./support/staff.ts";
import { agree, approve, openDesk, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const t = texts("en", "partner");
const lower = texts("en", "partner-lower");
const money = texts("en", "partner-money");
const office = texts("en", "office");
const settlement = texts("en", "partner-settlement");
const cash = texts("en", "cash");
const root = path.join(import.meta.dirname, "../..");

const DEPOSIT = 60_000;
const PT = 40_000;
const PAYMENT = 15_000;
const WITHDRAWAL = 25_000;
/** Of the demo partner, in basis points; those of the one below are half of it. */
const RATE = 100;

async function logInPartner(page: Page): Promise<void> {
  const { memId, memPass } = demo().partner;
  await page.goto(partnerPaths.home);
  await page.locator("input[name=memId]").fill(memId);
  await page.locator("input[name=memPass]").fill(memPass);
  await page.getByRole("button", { name: office("login.next") }).click();
  const otp = page.locator("input[name=otp]");
  const home = page.getByRole("navigation", { name: t("nav.label") });
  await confirmBy(demo().partner, async (code) => {
    await otp.fill(code); // the sixth figure sends them
    await expect(home.or(page.getByRole("alert")).first()).toBeVisible();
    return await home.isVisible();
  });
}

/** Fills in the form of a new account below. */
async function fillAccount(page: Page, person: ReturnType<typeof newcomer>): Promise<void> {
  const fields = {
    memId: person.memId,
    memNick: person.memNick,
    memPass: person.memPass,
    cashPin: person.cashPin,
    memName: person.memName,
    phone: person.phone,
    bankName: "Kookmin",
    accountNo: person.accountNo,
    accountHolder: person.memName,
  };
  for (const [name, value] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(value);
}

const rolling = (page: Page) => page.getByRole("group", { name: lower("rates") }).getByRole("textbox");

test("a partner builds a downline, watches it live, pays and recalls", async ({
  browser,
  page,
  context,
  clerk,
  colleague,
}) => {
  await speak(context, "en");
  const complaints = new Complaints(context, "partner");
  const staff = await openDesk(browser, clerk);
  await staff.goto(staffPaths.home);
  const asStaff = <Path extends keyof Api>(path: Path, body: Api[Path]["req"]) =>
    askConfirmed(staff.request, clerk, async () => (await ask(staff.request, path, body)).resultCode);

  await test.step("head office sets rates, gives the right to pay and PT", async () => {
    const { memId } = demo().partner;
    const { rights, current } = await call(staff.request, "/api/admin/partner/card", { memId });
    const rates = { ...current.rates };
    for (const key of Object.keys(rates)) Reflect.set(rates, key, RATE);
    const reason = "as agreed";
    const allowed = { memId, ...rights, pay: true, dayMax: 10_000_000, reason };
    const credit = { requestId: `pt-${Date.now()}`, memId, amount: PT, reason };
    const raises = [
      await asStaff("/api/admin/partner/rates", { memId, rates, reason }),
      await asStaff("/api/admin/partner/rights", allowed),
      await asStaff("/api/admin/partner/pt/credit", credit),
    ];
    expect(raises, "a second person").toEqual(["U035", "U035", "U035"]);
    const second = await openDesk(browser, colleague);
    await second.goto(staffPaths.approvals);
    await agree(second, memId, raises.length);
    await second.close();
  });

  await test.step("the partner comes in with a one-time code", () => logInPartner(page));

  const branch = newcomer();
  branch.memId = `branch${branch.memId.slice(3)}`;
  branch.memNick = `Branch${branch.memNick.slice(3)}`;
  branch.phone = `011${branch.phone.slice(3)}`;
  branch.accountNo = `${branch.accountNo}1`;
  const ann = newcomer();

  await test.step("a partner below is made, but not above the ceiling", async () => {
    await follow(page, partnerPaths.lowerCreate);
    await page.getByRole("radio", { name: lower("kind.partner") }).check({ force: true });
    await fillAccount(page, branch);
    const send = page.getByRole("button", { name: lower("createPartner"), exact: true });
    await rolling(page).first().fill("1.01");
    await expect(send).toBeDisabled();
    await rolling(page).first().fill("0.5");
    await send.click();
    await expect(page.getByText(new RegExp(branch.memId)).first()).toBeVisible();
  });

  await test.step("a member is made below", async () => {
    await page.goto(partnerPaths.lowerCreate);
    await fillAccount(page, ann);
    await page.getByRole("button", { name: lower("createMember"), exact: true }).click();
    await expect(page.getByText(new RegExp(ann.memId)).first()).toBeVisible();
    for (const memId of [branch.memId, ann.memId]) {
      if (await queued(staff, "signup", memId).isVisible()) await approve(staff, "signup", memId);
    }
  });

  await test.step("rates above the own ones are refused, by the server too", async () => {
    const { list } = await call(page.request, "/api/partner/rate/children", {});
    const child = list.find(({ memId }) => memId === branch.memId);
    expect(child, "the new partner is below").toBeDefined();
    if (!child) return;
    const [first] = Object.keys(child.rates) as (keyof typeof child.rates)[];
    if (!first) return;
    const refused = await ask(page.request, "/api/partner/rate/set", {
      memId: branch.memId,
      rates: { ...child.rates, [first]: RATE + 1 },
      insuredFrom: 0,
      insuredPart: 0,
      reason: "",
    });
    expect(["G010", "U063", "U064", "U065"]).toContain(refused.resultCode);
  });

  const home = await browser.newContext();
  await speak(home, "en");
  const member = await home.newPage();
  const live = page.getByRole("region", { name: money("live.title") });
  await test.step("the member's login, deposit and bet are seen live", async () => {
    await follow(page, partnerPaths.home);
    await comeIn(member, paths.home, ann);
    await expect(live.getByText(money("live.login", { memId: ann.memId })).first()).toBeVisible();
    const consent = texts("en", "session")("consent.accept"); // the partner cannot give it for the member
    await member.getByRole("dialog").getByRole("button", { name: consent }).click();
    await expect(member.getByRole("dialog")).toHaveCount(0);
    await follow(member, paths.deposit);
    await member.locator("input[name=amount]").fill(String(DEPOSIT));
    await member.getByRole("button", { name: cash("deposit.submit", { amount: won(DEPOSIT) }) }).click();
    await expect(live.getByText(money("live.in", { memId: ann.memId })).first()).toBeVisible();
    await approve(staff, "in", ann.memId);
    await expectCash([member], DEPOSIT);
    const game = await openSlot(member);
    await spin(game);
    await game.close();
    await expectCash([member], await cashOf(member));
    await follow(page, partnerPaths.lowerOnline);
    await expect(page.getByText(ann.memId).first()).toBeVisible();
  });

  await test.step("a payment and its recall move both sides", async () => {
    const before = (await walletOf(member)).cashAmt;
    await follow(page, partnerPaths.sends);
    for (const way of ["pay", "recall"] as const) {
      await page.getByRole("button", { name: money(way), exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("searchbox").fill(ann.memId);
      await dialog
        .getByRole("list")
        .getByRole("button", { name: new RegExp(ann.memId) })
        .click();
      await dialog.locator("input[name=amount]").fill(String(PAYMENT));
      await dialog.locator("input[name=reason]").fill("a gift");
      await dialog.getByRole("button", { name: money("next") }).click();
      await dialog.getByRole("button", { name: money(`${way}Confirm`, { amount: won(PAYMENT) }) }).click();
      await expect(page.getByText(money(`${way}Done`, { memId: ann.memId, amount: won(PAYMENT) }))).toBeVisible();
      await expectCash([member], way === "pay" ? before + PAYMENT : before);
    }
    await expect(page.getByRole("row").filter({ hasText: ann.memId })).toHaveCount(2);
  });

  await test.step("the partner withdraws PT, and staff pays it", async () => {
    await follow(page, partnerPaths.withdraw);
    await page.locator("input[name=amount]").fill(String(WITHDRAWAL));
    await page.locator("input[name=cashPin]").fill(demo().member.cashPin); // the demo accounts share it
    await page.getByRole("button", { name: money("withdraw.submit", { amount: won(WITHDRAWAL) }) }).click();
    const row = page.getByRole("row").filter({ hasText: money("withdraw.status.requested") });
    await expect(row).toBeVisible();
    await expect(queued(staff, "pt", demo().partner.memId)).toBeVisible();
    await shot(page, "partner-withdrawal");
    await approve(staff, "pt", demo().partner.memId);
    await expect(page.getByRole("row").filter({ hasText: money("withdraw.status.done") })).toBeVisible();
    await expect(page.getByText(won(PT - WITHDRAWAL)).first()).toBeVisible();
  });

  // A day is settled after its midnight. The statement here is the one by which the computations in Go and in TypeScript are compared.
  await test.step("a statement is computed again in the page, and by the command", async () => {
    const text = readFileSync(path.join(root, "internal/core/waterfall/testdata/plow1.jsonl"), "utf8");
    const [hash = "", key = ""] = [/"hash":"(\w+)"/, /"key":"(\w+)"/].map((part) => text.match(part)?.[1]);
    const lines = text.trimEnd().split("\n");
    const { lines: rows, rolling, losing, offset, amount } = JSON.parse(lines.at(-2) ?? "").total;
    const none = { bonus: 0, carriedIn: 0, carriedOut: 0, owedIn: -5, owedOut: 0, reason: "" };
    const row = {
      ...none,
      ...{ bets: 5, stake: 25_000, payout: 10_000, valid: 24_000, rolling, losing, offset, amount, left: amount },
      before: hash,
      day: "2026-09-07",
      no: 2,
      hash,
      key,
      madeAt: "2026-09-08T00:10:00Z",
      state: "open",
    };
    const list = { list: [{ ...row, decidedAt: null }], count: 1, paid: 0, waiting: amount, kept: 0, more: false };
    const answers: Record<string, object> = { list, file: { text, next: "" } };
    await page.route("**/api/partner/settlement/*", (route) => {
      const data = answers[route.request().url().split("/").pop() ?? ""];
      return route.fulfill({ json: { resultCode: "200", resultMessage: "", data, traceId: "" } });
    });
    await follow(page, partnerPaths.statements);
    await page.getByRole("button", { name: settlement("show", { day: row.day }) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: settlement("recompute") }).click();
    await expect(dialog.getByText(settlement("equal"), { exact: true })).toBeVisible();
    await shot(page, "partner-statement");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: settlement("download") }).click(),
    ]);
    const run = ["run", "./deployments/recompute", "-key", key, await download.path()];
    expect(execFileSync("go", run, { cwd: root, encoding: "utf8" })).toContain("equal");
    await dialog.getByRole("button", { name: settlement("downloadCsv") }).click();
    const [csv] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "CSV" }).click(),
    ]);
    const table = readFileSync(await csv.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(table, "a head, and a row for each bet, gift and offset").toHaveLength(1 + rows);
  });
  complaints.expectNone();
});
