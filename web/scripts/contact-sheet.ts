/**
 * Takes a picture of every page of a running instance's member site, as a guest and as a member see it, and lays the pictures
 * out in test-results/contact-sheet/index.html. Usage:
 * npm run sheet -- [--layouts desktop,phone] [--languages ko,vn] [--themes dark,light] [--only /winner].
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, devices, type Page } from "@playwright/test";
import { call, newestPost } from "../e2e/support/api.ts";
import { chromium as executablePath } from "../e2e/support/chromium.ts";
import { demo } from "../e2e/support/demo.ts";
import { openSlot, playOn } from "../e2e/support/game-page.ts";
import { expectMember, logIn, speak } from "../e2e/support/member-page.ts";
import { guestPages, memberPages } from "../e2e/support/pages.ts";
import { addresses } from "../src/apps/member/routes/addresses.ts";
import { isLanguage, languages } from "../src/shared/i18n/languages.ts";
import { paths } from "../src/shared/paths.ts";

const AT_ONCE = 3;
const ROUNDS = 12;
const SCREENS = 2; // a page is shown down to this many screens
// One point is one pixel: with more, a picture may show a page of less in tiles, when pages beside it change their windows.
const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { ...devices["iPhone 13"], deviceScaleFactor: 1 },
};
const folder = path.join(import.meta.dirname, "../test-results/contact-sheet");

const { values: options } = parseArgs({
  options: {
    layouts: { type: "string", default: "desktop,phone" },
    languages: { type: "string", default: "ko,vn" },
    themes: { type: "string", default: "dark,light" },
    only: { type: "string", default: "" },
  },
});

/** Where the addresses lead, each page once, with the addresses that lead to it. */
const leading = new Map<string, string[]>();
for (const [address, page] of addresses) leading.set(page, [...(leading.get(page) ?? []), address]);
const ofPartner = (page: string) => /^\/(member\/)?partner/.test(page);
const pagesOf = {
  guest: [...guestPages, paths.warning, paths.preload],
  member: [...new Set([...memberPages, ...leading.keys()])].filter((page) => !ofPartner(page)),
  partner: [...leading.keys()].filter(ofPartner),
};

/** Logs in, lets `act` use the page, and returns the session for the contexts of the looks. */
async function comeIn(browser: Browser, who: { memId: string; memPass: string }, act?: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: demo().origin, ...screens.desktop });
  await speak(context, "en");
  const page = await context.newPage();
  await logIn(page, who);
  await expectMember(page);
  await act?.(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The newest post of each kind, for the addresses of one post. */
const posts = new Map<string, number>();

/** Asks, writes and plays once, so that the lists are not empty. */
async function fill(page: Page): Promise<void> {
  if (!(await newestPost(page.request, "qna"))) {
    const text = { title: "입금 확인 부탁드립니다", content: "어제 저녁에 입금했는데 아직 확인되지 않았습니다." };
    await call(page.request, "/api/board/qna/save", text);
    await page.request.post("/api/board/board/save", { data: text, headers: { origin: demo().origin } });
    let round = 0;
    await playOn(await openSlot(page), 1_000, async () => round++ === ROUNDS);
  }
  for (const [path, kind] of [
    [paths.notice, "notice"],
    [paths.event, "event"],
    [paths.boardPost, "board"],
    [paths.inquiry, "qna"],
  ] as const)
    posts.set(path, (await newestPost(page.request, kind)) ?? 0);
}

/** Takes the picture of one page once it has loaded; returns the file's name. */
async function shoot(context: BrowserContext, address: string, name: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(address);
  const begun = page.locator("h1, iframe").first(); // the window that waits for a game has neither
  await begun.waitFor({ state: "attached", timeout: 20_000 }).catch(() => undefined);
  await page.waitForLoadState("networkidle").catch(() => undefined); // a frame that loads for ever is shown as it is
  await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]")).catch(() => undefined);
  await page.evaluate(async () => void (await document.fonts.ready));
  // A higher window, because a picture of more than the window repeats what is sticky; the page keeps the place of its foot.
  const { width, height } = page.viewportSize() ?? screens.desktop.viewport;
  const long = await page.evaluate(() => {
    const main = document.querySelector("main");
    if (main) main.style.minBlockSize = getComputedStyle(main).minBlockSize;
    return document.documentElement.scrollHeight;
  });
  if (long > height) await page.setViewportSize({ width, height: Math.min(long, SCREENS * height) });
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await page.waitForTimeout(300); // for the part that the higher window has more
  const file = `${name}${address.replaceAll(/[^a-zA-Z0-9]+/g, "-")}.jpg`;
  await page.screenshot({ path: path.join(folder, file), type: "jpeg", quality: 85, animations: "disabled" });
  await page.close();
  return file;
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: executablePath(),
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio"],
});
const states = {
  guest: undefined,
  member: await comeIn(browser, demo().member, fill),
  partner: await comeIn(browser, demo().partner),
};
const sections: string[] = [];
for (const layout of options.layouts.split(","))
  for (const language of options.languages.split(","))
    for (const theme of options.themes.split(","))
      for (const who of ["guest", "member", "partner"] as const) {
        const context = await browser.newContext({
          ...screens[layout as keyof typeof screens],
          baseURL: demo().origin,
          reducedMotion: "reduce",
          locale: languages[isLanguage(language) ? language : "en"].tag,
          ...(states[who] && { storageState: states[who] }),
        });
        await speak(context, language);
        await context.addInitScript((value) => localStorage.setItem("colour-scheme", value), theme);
        const look = `${layout}-${language}-${theme}-${who}`;
        const pages = pagesOf[who].filter((page) => page.includes(options.only));
        const figures: string[] = [];
        for (let next = 0; next < pages.length; next += AT_ONCE) {
          const some = pages.slice(next, next + AT_ONCE).map(async (page) => {
            const kind = [...posts].find(([post]) => page === post.replace("$boardIdx", "7"));
            const file = await shoot(context, kind ? page.replace("7", String(kind[1])) : page, look);
            const from = leading.get(page) ?? [page];
            return `<figure><a href="${file}"><img src="${file}"></a><figcaption>${from.join("<br>")}</figcaption></figure>`;
          });
          figures.push(...(await Promise.all(some)));
        }
        await context.close();
        sections.push(`<h2>${look}</h2><section>${figures.join("\n")}</section>`);
        process.stdout.write(`${look}: ${figures.length}\n`);
      }
await browser.close();

const style =
  "body{font:14px sans-serif}section{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0;width:360px}img{width:100%}";
const file = path.join(folder, "index.html");
writeFileSync(
  file,
  `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>${sections.join("\n")}`,
);
process.stdout.write(`${file}\n`);
