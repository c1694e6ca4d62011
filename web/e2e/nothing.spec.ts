import { type Browser, expect, type Page } from "@playwright/test";
import { languages } from "../src/shared/i18n/languages.ts";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { command } from "./support/command.ts";
import {
  cashOf,
  expectCash,
  expectMember,
  logIn,
  newcomer,
  type Person,
  signUp,
  speak,
} from "./support/member-page.ts";
import { shot } from "./support/shots.ts";
import { approve, enrol } from "./support/staff-page.ts";
import { test } from "./support/test.ts";
import { texts, won } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

/*
 * An operator begins with an empty database: one site and two masters by command, everything else by pages, until a member of the site bets
 * and is paid.
 */

const admin = texts("en", "admin");
const accounts = texts("en", "accounts");
const cash = texts("en", "cash");
const common = texts("en", "common");
const offer = texts("en", "offer");
const person = texts("en", "person");
const settings = texts("en", "settings");
const today = texts("en", "today");

const SITE = "fresh";
const DEPOSIT = 50_000;
const STAKE = 10_000;
const JACKPOT = 20_000; // the least that a mini jackpot pays
const WITHDRAWAL = 20_000;
const GAME = "Palace Coins";

async function open(browser: Browser, who: string): Promise<[Page, Complaints]> {
  const context = await browser.newContext();
  await speak(context, "en");
  const complaints = new Complaints(context, who);
  return [await context.newPage(), complaints];
}

/** A colleague approves the one request that waits. */
async function approveOne(colleague: Page, name: string | RegExp): Promise<void> {
  await colleague.goto(staffPaths.approvals);
  await colleague.getByRole("article").getByRole("button", { name }).click();
  await colleague.getByRole("dialog").getByRole("button", { name }).click();
  await expect(colleague.getByRole("article")).toHaveCount(0);
}

/** Fills the dialog of something that is added to the catalogue, by the labels of its fields. */
async function addToOffer(master: Page, what: "addVendor" | "addProduct" | "addGame", fields: Record<string, string>) {
  await master.getByRole("button", { name: offer(what) }).click();
  const dialog = master.getByRole("dialog");
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(offer(label), { exact: true });
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog.getByRole("button", { name: offer("add"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Publishes the first version of a document in the site's only language. */
async function publish(master: Page, kind: string, text: string): Promise<void> {
  const name = admin("document.publish", { kind, version: 1 });
  await master.getByRole("main").getByRole("button", { name }).click();
  const dialog = master.getByRole("dialog");
  await dialog.locator("input[name='texts.en.title']").fill(kind);
  await dialog.locator("textarea[name='texts.en.content']").fill(text);
  await dialog.getByRole("button", { name }).click();
  await expect(dialog).toHaveCount(0);
}

async function expectStep(master: Page, step: string, state: "done" | "open" | "optional"): Promise<void> {
  const item = master.getByRole("listitem").filter({ hasText: today(`start.${step}`) });
  await expect(item).toContainText(today(`start.${state}`));
}

async function join(page: Page, master: Page, who: Person): Promise<void> {
  await signUp(page, who);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(who.memId);
  await master.goto(staffPaths.home);
  await approve(master, "signup", who.memId);
}

test("an empty database becomes a site whose first member bets and is paid", async ({ browser }) => {
  let master: Page;
  let colleague: Page;
  let complaints: Complaints[] = [];

  await test.step("one site and two masters by command", async () => {
    command("site", "add", SITE, "Fresh", "localhost");
    const [[first, ofFirst], [second, ofSecond]] = await Promise.all([open(browser, "boss1"), open(browser, "boss2")]);
    [master, colleague, complaints] = [first, second, [ofFirst, ofSecond]];
    for (const [page, id] of [
      [master, "boss1"],
      [colleague, "boss2"],
    ] as const) {
      const [oneTime = ""] = command("staff", "add", SITE, id, "Kim").split("\n");
      await enrol(page, id, oneTime);
    }
  });

  await test.step("the console says what is missing", async () => {
    await master
      .getByRole("banner")
      .getByRole("link", { name: admin("site.start") })
      .click();
    await expectStep(master, "staff", "done");
    for (const step of ["account", "provider", "games", "documents", "partner"]) await expectStep(master, step, "open");
    await expectStep(master, "levels", "optional");
    await shot(master, "nothing-1-start");
  });

  await test.step("one language, no closed hours, little turnover, with a second person", async () => {
    await master.goto(`${staffPaths.settings}?part=site`);
    const areas = master.getByRole("group", { name: settings("area.label") });
    const show = (area: string) => areas.getByRole("button", { name: settings(`area.${area}`) }).click();
    for (const { name } of Object.values(languages))
      if (name !== languages.en.name) await master.getByRole("checkbox", { name, exact: true }).uncheck();
    await show("cash");
    await master.locator("input[name=exchangeClosedFrom]").fill("00:00");
    await master.locator("input[name=exchangeClosedTo]").fill("00:00");
    await show("play");
    await master.locator("input[name=rollingBasisPoints]").fill("20");
    await master.getByRole("button", { name: settings("review") }).click();
    const dialog = master.getByRole("dialog");
    await dialog.getByRole("button", { name: settings("review.ask") }).click();
    await expect(dialog).toHaveCount(0);
    await approveOne(colleague, admin("approval.approveSettings"));
  });

  await test.step("an account to pay into", async () => {
    await master.goto(staffPaths.today);
    await master.getByRole("link", { name: today("start.account") }).click();
    await master.getByRole("button", { name: accounts("add") }).click();
    const dialog = master.getByRole("dialog");
    await dialog.locator("input[name=bank]").fill("Kookmin");
    await dialog.locator("input[name=accountNo]").fill("771234567890");
    await dialog.locator("input[name=accountHolder]").fill("Fresh");
    await dialog.getByRole("button", { name: accounts("add") }).click();
    await expect(dialog).toHaveCount(0);
    await master.getByRole("button", { name: accounts("useOf", { number: "771234567890" }) }).click();
    await dialog.locator("input[name=reason]").fill("the first account");
    await dialog.getByRole("button", { name: accounts("use") }).click();
    await expect(dialog).toHaveCount(0);
    await approveOne(colleague, admin("approval.approve", { amount: "771234567890" }));
  });

  await test.step("a provider, its products and games", async () => {
    await master.goto(staffPaths.offer);
    await addToOffer(master, "addVendor", { id: "sim", networks: "127.0.0.0/8" });
    await approveOne(colleague, /^Approve/);
    await master.goto(`${staffPaths.offer}?part=products`);
    await addToOffer(master, "addProduct", {
      vendor: "sim",
      group: "slot",
      id: "201",
      name: "Hanok Studio",
      picture: "/art/studios/hanok.svg",
    });
    await master.goto(`${staffPaths.offer}?part=games&product=201`);
    await addToOffer(master, "addGame", {
      code: "palace",
      nameKorean: "궁궐 코인",
      nameEnglish: GAME,
      picture: "/art/games/palace.svg",
    });
    await shot(master, "nothing-2-games");
  });

  await test.step("terms and privacy", async () => {
    await master.goto(`${staffPaths.content}?part=documents`);
    await publish(master, common("document.terms"), "You must be 19 or older.");
    await publish(master, common("document.privacy"), "We keep what we need to pay you.");
  });

  const [page, ofMember] = await open(browser, "member");
  complaints.push(ofMember);
  const office = newcomer("");
  await test.step("the first person signs up without a referrer and becomes the head office", async () => {
    await join(page, master, office);
    await master.goto(staffPaths.member.replace("$memId", office.memId));
    await master.getByRole("button", { name: person("office.open") }).click();
    const dialog = master.getByRole("dialog");
    await dialog.locator("input[name=reason]").fill("our head office");
    await dialog.getByRole("button", { name: person("office.open") }).click();
    await expect(dialog).toHaveCount(0);
    await approveOne(colleague, admin("approval.approveSettings"));
    await master.goto(staffPaths.today);
    await expect(master.getByRole("heading", { name: today("waiting") })).toBeVisible();
    await expect(master.getByRole("heading", { name: today("start.title") })).toHaveCount(0);
  });

  const [other, ofOther] = await open(browser, "second member");
  complaints.push(ofOther);
  const ann: Person = {
    ...newcomer(office.memId),
    memId: "annparker",
    memNick: "Annie",
    phone: "01098765432",
    accountNo: "55512345678",
  };
  await test.step("the first member signs up, pays in, and wins", async () => {
    await join(other, master, ann);
    await logIn(other, ann);
    await expectMember(other);
    await other.goto(paths.deposit);
    await other.locator("input[name=amount]").fill(String(DEPOSIT));
    await other.getByRole("button", { name: cash("deposit.submit", { amount: won(DEPOSIT) }) }).click();
    await expect(other.getByText(cash("deposit.waiting"))).toBeVisible();
    await master.goto(staffPaths.home);
    await approve(master, "in", ann.memId);
    await expectCash([other], DEPOSIT);

    await other.goto(paths.slots);
    const opening = other.waitForEvent("popup");
    await other.getByRole("main").getByText(GAME, { exact: true }).first().click();
    const game = await opening;
    await game.waitForURL(/\/play\//);
    await expect(game.locator("#spin")).toBeEnabled();
    const sim = new URL(game.url()).origin;
    expect((await game.request.post(`${sim}/faults`, { data: { jackpot: "mini", times: 1 } })).ok()).toBe(true);
    const answer = await game.request.post(`${game.url()}/spin`, { data: { stake: STAKE, key: "from-nothing-1" } });
    const round = await answer.json();
    expect(round.code, "the bet was taken").toBe("");
    expect(round.win).toBeGreaterThanOrEqual(JACKPOT);
    await expectCash([other], DEPOSIT - STAKE + round.win);
    await shot(other, "nothing-3-won");
    const { remaining } = await call(other.request, "/api/cash/rolling/remain", {});
    expect(remaining).toBe(0);
  });

  await test.step("and is paid", async () => {
    const before = await cashOf(other);
    await other.goto(paths.withdraw);
    await other.locator("input[name=amount]").fill(String(WITHDRAWAL));
    await other.locator("input[name=cashPin]").fill(ann.cashPin);
    const submit = cash("withdraw.submit", { amount: won(WITHDRAWAL) });
    await other.getByRole("main").getByRole("button", { name: submit }).click();
    await other.getByRole("dialog").getByRole("button", { name: submit }).click();
    await expect(other.getByText(cash("withdraw.waiting"))).toBeVisible();
    await master.goto(staffPaths.home);
    await approve(master, "out", ann.memId);
    await expect(other.getByText(cash("outcome.out.done", { amount: won(WITHDRAWAL) }))).toBeVisible();
    await expectCash([other], before - WITHDRAWAL);
    await master.goto(staffPaths.today);
    await shot(master, "nothing-4-today");
  });

  for (const one of complaints) one.expectNone();
});
