import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { ask, call } from "./support/api.ts";
import { openSlot, playOn, spin } from "./support/game-page.ts";
import {
  cashOf,
  cashShown,
  expectCash,
  expectMember,
  logIn,
  newcomer,
  type Person,
  signUp,
  speak,
  walletOf,
} from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { approve, inspect, queued } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

const api = texts("en", "api");
const cash = texts("en", "cash");
const session = texts("en", "session");
const main = texts("en", "main");

const DEPOSIT = 100_000;
const WITHDRAWAL = 30_000;
const SPINS = 4;
const STAKE_REST = 400; // of the rounds that are played without looking

const account = ({ memId, memPass }: Person) => ({ memId, memPass });

test.afterEach("reopens the site for the next test", async ({ browser, clerk }) => {
  const context = await browser.newContext({ storageState: clerk.state });
  await call(context.request, "/api/admin/site/inspect", { on: false });
  await context.close();
});

test("from signup to the paid withdrawal, live on every page", async ({ browser, clerk }) => {
  const ann = newcomer();

  const open = async (who: string, options = {}): Promise<[BrowserContext, Page, Complaints]> => {
    const context = await browser.newContext(options);
    await speak(context, "en");
    const complaints = new Complaints(context, who);
    return [context, await context.newPage(), complaints];
  };
  const [, staff, staffComplaints] = await open("staff", { storageState: clerk.state });
  const [home, first, homeComplaints] = await open("member");
  const [, other, otherComplaints] = await open("other device");
  await staff.goto(staffPaths.home);
  await expect(staff.getByRole("banner")).toBeVisible();

  await test.step("a visitor signs up and is told to wait", async () => {
    await first.goto(paths.home);
    await expect(first.getByRole("main")).toBeVisible();
    await shot(first, "01-main");
    await signUp(first, ann);
    const done = first.getByRole("heading", { level: 1, name: session("signup.done.title", { memId: ann.memId }) });
    await expect(done).toBeFocused();
    await expect(done).toBeInViewport({ ratio: 1 });
    await shot(first, "02-signed-up");
    await logIn(first, ann);
    await expect(first.getByRole("dialog").getByRole("alert")).toContainText(api("U002"));
  });

  await test.step("staff sees the signup appear and approves it", async () => {
    await expect(queued(staff, "signup", ann.memId)).toBeVisible();
    await shot(staff, "03-staff-signup");
    await approve(staff, "signup", ann.memId);
  });

  let second = first;
  await test.step("the member logs in, in two tabs", async () => {
    await logIn(first, ann);
    await expect(first.getByText(session("login.first", { nick: ann.memNick }))).toBeVisible();
    second = await home.newPage();
    await second.goto(paths.home);
    await expectCash([first, second], 0);
  });

  await test.step("a deposit that staff approves moves the balance in both tabs", async () => {
    await follow(first, paths.deposit);
    await first.locator("input[name=amount]").fill(String(DEPOSIT));
    await first.getByRole("button", { name: cash("deposit.submit", { amount: won(DEPOSIT) }) }).click();
    await expect(first.getByText(cash("deposit.waiting"))).toBeVisible();
    await shot(first, "04-deposit-asked");
    await expect(queued(staff, "in", ann.memId)).toBeVisible();
    await shot(staff, "05-staff-deposit");
    await approve(staff, "in", ann.memId);
    await expectCash([first, second], DEPOSIT);
    await expect(first.getByText(cash("outcome.in.done", { amount: won(DEPOSIT) }))).toBeVisible();
    await shot(first, "06-deposit-done");
  });

  await test.step("what was deposited must be played with first", async () => {
    const refused = await ask(first.request, "/api/cash/out", { amount: WITHDRAWAL, cashPin: ann.cashPin });
    expect(refused.resultCode).toBe("C015");
  });

  await test.step("each spin of a slot moves the balance in both tabs", async () => {
    const game = await openSlot(first);
    await shot(first, "07-slots");
    let before = await walletOf(first);
    for (let round = 1; round <= SPINS; round++) {
      await spin(game);
      const now = await walletOf(first);
      expect(now.version, "the wallet moved, if only by a stake that was won back").toBeGreaterThan(before.version);
      await expectCash([first, second], now.cashAmt);
      if (round === 1) await shot(game, "08-game");
      before = now;
    }
    await shot(second, "09-second-tab");
    await playOn(game, STAKE_REST, async () => {
      const { remaining } = await call(first.request, "/api/cash/rolling/remain", {});
      return remaining === 0;
    });
    await expectCash([first, second], await cashOf(first));
    await game.close();
  });

  await test.step("a login on another device ends the first", async () => {
    homeComplaints.allow(/ 401 /);
    await logIn(other, ann);
    for (const tab of [first, second]) {
      await expect(tab.getByRole("dialog")).toContainText(api("U017"));
      await expect(
        tab.getByRole("banner").getByRole("button", { name: texts("en", "common")("login.open") }),
      ).toBeAttached();
    }
    await shot(first, "10-replaced");
    await expectMember(other);
    await expectCash([other], await cashOf(other));
  });

  await test.step("a withdrawal holds the amount until staff pays it", async () => {
    const before = await cashOf(other);
    await follow(other, paths.withdraw);
    await other.locator("input[name=amount]").fill(String(WITHDRAWAL));
    await other.locator("input[name=cashPin]").fill(ann.cashPin);
    const submit = cash("withdraw.submit", { amount: won(WITHDRAWAL) });
    await other.getByRole("main").getByRole("button", { name: submit }).click();
    await shot(other, "11-withdraw-confirm");
    await other.getByRole("dialog").getByRole("button", { name: submit }).click();
    await expect(other.getByText(cash("withdraw.waiting"))).toBeVisible();
    await expectCash([other], before - WITHDRAWAL);
    await shot(other, "12-held");
    await expect(queued(staff, "out", ann.memId)).toBeVisible();
    await shot(staff, "13-staff-withdrawal");
    await approve(staff, "out", ann.memId);
    await expect(other.getByText(cash("outcome.out.done", { amount: won(WITHDRAWAL) }))).toBeVisible();
    expect(await cashOf(other)).toBe(before - WITHDRAWAL);
    expect(await cashShown(other)).toBe(before - WITHDRAWAL);
  });

  await test.step("the history shows both", async () => {
    await follow(other, paths.deposits);
    await expect(
      other
        .getByRole("row")
        .filter({ hasText: won(DEPOSIT) })
        .first(),
    ).toContainText(cash("status.done"));
    await follow(other, paths.withdrawals);
    await expect(
      other
        .getByRole("row")
        .filter({ hasText: won(WITHDRAWAL) })
        .first(),
    ).toContainText(cash("status.done"));
    await shot(other, "14-history");
    const bets = await call(other.request, "/api/bet/betlist", { page: 1, count_per_list: 100 });
    expect(bets.pageInfo.total).toBeGreaterThanOrEqual(SPINS);
    await follow(other, paths.bets);
    await expect(other.getByRole("row").filter({ hasText: "Moon Jar" }).first()).toBeVisible();
    await shot(other, "15-bets");
  });

  await test.step("maintenance sends every page to the warning, and back", async () => {
    for (const complaints of [homeComplaints, otherComplaints]) complaints.allow(/ (401|503) /);
    await inspect(staff, true);
    for (const page of [first, second, other]) {
      await expect(page).toHaveURL(new RegExp(`${paths.warning}$`));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(main("warning.title", { site: "Hubstake" }));
    }
    await shot(other, "16-maintenance");
    await shot(staff, "17-staff-maintenance");
    expect((await ask(other.request, "/api/member/login", account(ann))).resultCode).toBe("S001");
    await inspect(staff, false);
    for (const page of [first, second, other]) await expect(page).toHaveURL(new RegExp(`${paths.home}$`));
    await logIn(other, ann);
    await expectMember(other);
    await expectCash([other], await cashOf(other));
  });

  for (const complaints of [staffComplaints, homeComplaints, otherComplaints]) complaints.expectNone();
});
