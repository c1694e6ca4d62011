import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paths } from "../../src/shared/paths.ts";
import { call } from "./api.ts";
import { demo } from "./demo.ts";
import { follow } from "./navigate.ts";
import { texts } from "./texts.ts";

/** The data that a visitor enters at signup; the first member of a site has no recommender. */
export interface Person {
  memId: string;
  memPass: string;
  cashPin: string;
  memNick: string;
  memName: string;
  phone: string;
  accountNo: string;
  recommender: string;
}

export function newcomer(recommender = demo().partner.memId): Person {
  const mark = Date.now().toString(36).slice(-6);
  const digits = String(Date.now()).slice(-8);
  return {
    memId: `ann${mark}`,
    memPass: `Plum-${digits}`,
    cashPin: "4821",
    memNick: `Ann${mark}`,
    memName: "Ann Parker",
    phone: `010${digits}`,
    accountNo: `3011${digits}`,
    recommender,
  };
}

/**
 * Sets the language for all pages of a context, as the browser of a returning visitor remembers it, and hides the site's popups
 * for today, as if the visitor had dismissed them (popups.spec.ts tests the popups).
 */
export async function speak(context: BrowserContext, language: string): Promise<void> {
  const lists = await Promise.all(
    ["before", "after"].map((popupType) => call(context.request, "/api/main/popupList", { popupType }, language)),
  );
  const hidden = lists.flatMap(({ list }) => list.map(({ bannerIdx }) => bannerIdx));
  await context.addInitScript(
    ([value, list]) => {
      if (!location.protocol.startsWith("http")) return; // a blank page has no storage
      localStorage.setItem("language", value);
      const now = new Date();
      const day = `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
      localStorage.setItem("popups-hidden", JSON.stringify({ day, list }));
    },
    [language, hidden] as const,
  );
}

/** The first step of the signup, up to the second. */
export async function fillAccount(page: Page, person: Person): Promise<void> {
  // The first member of a site has no referrer, and no field for one.
  for (const name of ["recommender", "memId", "memPass", "memNick"] as const)
    if (person[name] !== "") await page.locator(`input[name=${name}]`).fill(person[name]);
  await page.locator("input[name=memPassAgain]").fill(person.memPass);
  await page.getByRole("button", { name: texts("en", "session")("signup.next") }).click();
}

export async function signUp(page: Page, person: Person): Promise<void> {
  const t = texts("en", "session");
  await (page.url() === "about:blank" ? page.goto(paths.signup) : follow(page, paths.signup));
  await fillAccount(page, person);
  const fill = (name: string, value: string) => page.locator(`input[name=${name}]`).fill(value);
  await fill("memName", person.memName);
  await fill("phone", person.phone);
  await page.locator("select[name=bankName]").selectOption({ index: 1 });
  await fill("accountNo", person.accountNo);
  await expect(page.locator("input[name=accountHolder]")).toHaveValue(person.memName);
  await fill("cashPin", person.cashPin);
  await fill("cashPinAgain", person.cashPin);
  await page.getByRole("checkbox", { name: t("field.agreeTerms") }).check();
  await page.getByRole("button", { name: t("signup.submit") }).click();
}

/** Logs in through the dialog of the header of a page that is loaded for it, without a popup of the site. The caller checks the outcome. */
export async function logIn(page: Page, who: { memId: string; memPass: string }, language = "en"): Promise<void> {
  const t = texts(language, "common");
  const popup = page.getByRole("dialog");
  await page.goto(paths.home);
  await page
    .getByRole("banner")
    .getByRole("button", { name: t("login.open") })
    .click();
  await popup.locator("input[name=memId]").fill(who.memId);
  await popup.locator("input[name=memPass]").fill(who.memPass);
  await popup.locator("input[name=memPass]").press("Enter");
}

/**
 * Logs a member in by a call, without a page, and remembers it as the browser does: once, so that a session that ends later stays ended. It ends the
 * member's session elsewhere.
 */
export async function enter(context: BrowserContext, who: { memId: string; memPass: string }): Promise<void> {
  const { memId, memPass } = who;
  await call(context.request, "/api/member/login", { memId, memPass });
  await context.addInitScript((entry) => {
    if (!location.protocol.startsWith("http") || sessionStorage.getItem(entry) !== null) return;
    sessionStorage.setItem(entry, "");
    localStorage.setItem("member-here", String(Date.now()));
  }, `entered ${Date.now()}`);
}

/** Logs a member in by a call and opens a page as that member. */
export async function comeIn(
  page: Page,
  path: string,
  who: Parameters<typeof enter>[1] = demo().member,
): Promise<void> {
  await enter(page.context(), who);
  await page.goto(path);
  await expectMember(page);
}

/** The member is here: the header shows what they have. */
export async function expectMember(page: Page): Promise<void> {
  await expect(page.getByRole("banner").locator("[aria-live=polite]").first()).toBeAttached();
}

/** The cash that the header shows, as its screen-reader text says it: the final figure, not one of the way there. */
export async function cashShown(page: Page): Promise<number> {
  const text = await page.getByRole("banner").locator("[aria-live=polite]").first().textContent();
  return Number((text ?? "").replace(/\D/g, ""));
}

/** Returns the wallet: the cash balance and the version, which increases with each move. */
export async function walletOf(page: Page): Promise<{ cashAmt: number; version: number }> {
  return await call(page.request, "/api/cash/getUserCash", {});
}

export async function cashOf(page: Page): Promise<number> {
  return (await walletOf(page)).cashAmt;
}

/** Waits until every page shows the amount; none is reloaded. */
export async function expectCash(pages: Page[], amount: number): Promise<void> {
  for (const page of pages) {
    await expect.poll(() => cashShown(page), { message: `cash shown at ${page.url()}` }).toBe(amount);
  }
}
