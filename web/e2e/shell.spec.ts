import { expect } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { staffPaths } from "../src/shared/staff/paths.ts";
import { call } from "./support/api.ts";
import { demo } from "./support/demo.ts";
import { cashOf, comeIn, enter, expectCash, fillAccount, newcomer, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

/* The guarantees of the shell for every page, even for a page that fails. */

const common = texts("en", "common");
const session = texts("en", "session");
const api = texts("en", "api");

test.beforeEach(({ context }) => speak(context, "en"));

test("a wrong field of the signup is marked, and its two steps keep what was typed", async ({ page }) => {
  const person = newcomer();
  await page.goto(`${paths.signup}?ref=${person.recommender}`);
  await expect(page.locator("input[name=recommender]")).toHaveValue(person.recommender);
  await page.getByRole("button", { name: session("signup.next") }).click();
  const field = page.locator("input[name=memId]");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  const message = page.getByRole("alert").first();
  const colour = await message.evaluate((element) => getComputedStyle(element).color);
  await expect(field).toHaveCSS("border-top-color", colour);
  expect(await message.evaluate((element) => getComputedStyle(element, "::before").content)).toContain("!");
  await fillAccount(page, person);
  await page.getByRole("button", { name: session("signup.submit") }).click();
  const bank = page.locator("select[name=bankName]");
  await expect(bank).toHaveCSS("border-top-color", colour);
  await expect(bank).not.toHaveCSS("color", colour);

  // Back leads from the second step to the first, and both keep what was typed.
  await page.locator("input[name=memName]").fill(person.memName);
  await page.goBack();
  await expect(page.locator("input[name=memId]")).toHaveValue(person.memId);
  await expect(page.locator("input[name=memName]")).toBeHidden();
  await page.getByRole("button", { name: session("signup.next") }).click();
  await expect(page.locator("input[name=memName]")).toHaveValue(person.memName);
  await page.reload();
  await expect(page.locator("input[name=memId]")).toHaveValue("");
});

test("a file that is gone after a deploy reloads the page once, and costs the page alone", async ({ page }) => {
  await comeIn(page, paths.home);
  let gone = 0;
  await page.route(/\/assets\/board-pages-.*\.js/, (route) => {
    gone++;
    return route.fulfill({ status: 404 });
  });
  let loads = 0;
  page.on("load", () => loads++);
  await page
    .getByRole("navigation", { name: common("nav.mine") })
    .getByRole("link", { name: common("nav.notices") })
    .first()
    .click();
  await expect(page.getByRole("main").getByText(common("error.page.title"))).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole("main").getByRole("button", { name: common("error.page.reload") })).toBeVisible();
  expect(gone).toBeGreaterThan(1);
  // The rest of the site goes on.
  await page
    .getByRole("navigation", { name: common("nav.mine") })
    .getByRole("link", { name: common("nav.points") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts("en", "point")("title"));
  expect(loads).toBe(1);
});

test("a provider's game is framed below the balance, and no other address is", async ({ page }) => {
  const game = texts("en", "game");
  await enter(page.context(), demo().member);
  const launch = { gameGroup: "slot", vendorKey: "201", gameKey: "moonjar", isMobile: 1, lang: "en" };
  const { gameurl } = await call(page.request, "/api/game/slot", launch);
  await page.goto(`${paths.game}?url=${encodeURIComponent(gameurl)}`);
  await expect(page.frameLocator("iframe").locator("#spin")).toBeEnabled();
  await expectCash([page], await cashOf(page));
  await page.getByRole("button", { name: game("frame.close") }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.slots}$`));

  // Where the policy of the site says so, not the page: the address itself looks like a game's.
  await follow(page, `${paths.game}?url=${encodeURIComponent("https://games.invalid/play/1")}`);
  await expect(page.getByText(game("frame.refused.title"))).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("going back closes what is open and stays on the page, and a fault of the server is called one", async ({
  page,
}) => {
  await comeIn(page, paths.home);
  await page
    .getByRole("navigation", { name: common("nav.mine") })
    .getByRole("link", { name: common("nav.points") })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${paths.point}$`));
  await page
    .getByRole("banner")
    .getByRole("button", { name: common("panel.open", { nick: demo().member.memNick }) })
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${paths.point}$`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${paths.home}$`));

  // A server that answers with a fault is not called the member's connection.
  await page.route(/\/api\/cash\//, (route) => route.fulfill({ status: 500, body: "<html>broken</html>" }));
  await follow(page, paths.deposit);
  await expect(page.getByRole("main").getByText(api("E001")).first()).toBeVisible();
  await expect(page.getByText(api("9999"))).toHaveCount(0);
});

test("a guest's way to a member's page outlives a reload", async ({ page }) => {
  await page.goto(paths.bets);
  const first = page.getByRole("dialog");
  await expect(first).toHaveCount(1);
  await expect(first).toContainText(session("notice.login"));
  await expect(first.locator("input[name=memPass]")).toBeVisible();
  await page.reload();
  await page
    .getByRole("banner")
    .getByRole("button", { name: texts("en", "common")("login.open") })
    .click();
  const popup = page.getByRole("dialog");
  await popup.locator("input[name=memId]").fill(demo().member.memId);
  await popup.locator("input[name=memPass]").fill(demo().member.memPass);
  await popup.locator("input[name=memPass]").press("Enter");
  await expect(page).toHaveURL(new RegExp(`${paths.bets}$`));
});

test("the back office's login page asks for no token before login and logs no error", async ({ page, context }) => {
  const complaints = new Complaints(context, "stranger");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(staffPaths.home);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts("en", "admin")("login.title"));
  expect(asked).not.toContain("/api/admin/getToken");
  complaints.expectNone();
});

test.describe("in the browser's language", () => {
  test.use({ locale: "ko-KR" });

  test("a first visit is in the first language of the browser that the site has", async ({ browser }) => {
    const context = await browser.newContext({ locale: "ko-KR" });
    const page = await context.newPage();
    await page.goto(paths.login);
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await context.close();
  });
});
