import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { Language } from "../../src/shared/i18n/languages.ts";
import { paths } from "../../src/shared/paths.ts";
import { endAnimations } from "./animations.ts";
import { lostWords, setTextSize } from "./large-text.ts";
import { speak } from "./member-page.ts";
import { cutMoney } from "./money.ts";
import { lowControls } from "./narrow.ts";
import { Watched, type Weather } from "./quiet.ts";
import { expectFewShifts, recordShifts } from "./shift.ts";
import { deep, seed, share } from "./size.ts";
import { Complaints } from "./watch.ts";

/*
 * The walk opens each page once and judges everything in that load: what moves while it comes, its title, its money, axe, the narrowest phone, large text, and how
 * many calls it makes while it is left alone in every weather. Nothing is judged by time: a slow machine sees the same, later.
 */

/** How a page is loaded. The shell is chosen at the load, so that a desktop's page does not become a phone's. */
interface Look {
  device: "desktop" | "phone";
  language: Language;
  /** Whether calls are counted: they depend on the device and on no language. */
  quiet: boolean;
}

/** A desktop in the language in which axe reads, and a phone with the longest words or with the face that comes in the most slices. */
const small: readonly Look[] = [
  { device: "desktop", language: "en", quiet: true },
  { device: "phone", language: Math.floor(seed / 10) % 2 === 0 ? "th" : "ko", quiet: true },
];

const large: readonly Look[] = [
  { device: "desktop", language: "en", quiet: true },
  { device: "desktop", language: "ko", quiet: false },
  { device: "phone", language: "ko", quiet: true },
  { device: "phone", language: "th", quiet: false },
  { device: "phone", language: "vn", quiet: false },
];

/** Of every twelfth page a small run knows what a deep run knows of all. */
const PARTS = 12;

/** How many pages are open at once: the hub takes five connections of a session. */
const AT_ONCE = 5;
const weathers: readonly Weather[] = ["fine", "hub gone", "api failing", "offline"];

const PHONE = 390;
const MIDDLE = 1_024;
const NARROWEST = 320;
const windows = {
  desktop: { viewport: { width: 1_440, height: 900 } },
  phone: { viewport: { width: PHONE, height: 844 }, isMobile: true, hasTouch: true },
};

/** Waits until a page shows what it has: its main part, nothing that is loading, and its faces. */
async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole("main").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/**
 * The tab is named after the page. The main page, to which guests are led from members' pages, and the window that waits for a
 * game say what they are without a heading.
 */
async function expectTitle(page: Page, what: string): Promise<void> {
  const at = new URL(page.url()).pathname;
  if (at === paths.home || at === paths.preload) return;
  // The application writes the title after it has drawn the heading.
  const isNamed = async () => {
    const heading = await page.getByRole("heading", { level: 1 }).first().textContent();
    return Boolean(heading) && (await page.title()).includes(heading ?? "");
  };
  await expect
    .configure({ soft: true })
    .poll(isNamed, { message: `${what} names its tab` })
    .toBe(true);
}

/** The page has no violations that axe finds. Findings that are seen only while a part fades in or out do not count: axe looks again. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  let found: string[] = [];
  for (let looks = 0; looks < 3; looks++) {
    await endAnimations(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    if (found.length === 0) return;
  }
  expect.soft(found, `${what} has no violations`).toEqual([]);
}

/** A phone's browser makes the window as wide as what does not fit. */
async function expectWidth(page: Page, width: number, what: string): Promise<void> {
  const found = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, window.innerWidth));
  expect.soft(found, `${what} is as wide as a screen of ${width}`).toBe(width);
}

/** With text of 200 % (WCAG 1.4.4) nothing is wider than the screen, and no word is cut off, beyond the edge or under another. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await endAnimations(page); // a sheet comes in from beyond the edge
  await expectWidth(page, PHONE, `${what}, text of 200 %,`);
  expect.soft(await page.evaluate(lostWords), `${what} shows all its words, text of 200 %`).toEqual([]);
}

/** On the narrowest phone the page fits, and a finger hits every control. */
async function expectFits(page: Page, what: string): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await endAnimations(page);
  await expectWidth(page, NARROWEST, what);
  expect.soft(await page.evaluate(lowControls), `${what} has controls for a finger`).toEqual([]);
}

/**
 * Reports whether a page must stand still when its answers come through the test, which mixes up their order. Two defects are known: lists of studios that come
 * late push tiles away (shift.spec.ts judges those pages with quick answers), and the face of Thai makes lines shorter when it comes.
 */
function isStill(path: string, { language }: Look): boolean {
  const ofGames = [paths.slots, paths.casino, paths.studio.replace("$procId", "")];
  return language !== "th" && !ofGames.some((start) => path.startsWith(start));
}

/** Every amount is shown whole, or not at all until its table is pushed aside. */
async function expectWholeMoney(page: Page, what: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(cutMoney), { message: `${what} shows its money whole` })
    .toEqual([]);
}

/** Judges all that one load of a page shows. A back office is used in every width, in the shell of a desktop. */
async function judge(
  page: Page,
  what: string,
  { device, language }: Look,
  { axe, office }: { axe: boolean; office: boolean },
) {
  await expectTitle(page, what);
  await expectWholeMoney(page, what);
  if (device === "desktop") {
    if (axe && language === "en") await expectAccessible(page, what);
    for (const width of office ? [MIDDLE, PHONE] : []) {
      await page.setViewportSize({ width, height: 844 });
      await expectWholeMoney(page, `${what}, ${width} px`);
    }
    return;
  }
  await page.setViewportSize({ width: NARROWEST, height: 640 });
  await expectFits(page, what);
  await expectWholeMoney(page, `${what}, ${NARROWEST} px`);
  await page.setViewportSize(windows.phone.viewport);
  await setTextSize(page, 200);
  await expectReadable(page, what);
  await setTextSize(page, 100);
}

interface Walk {
  who: string;
  pages: readonly string[];
  /** A back office is for desktops, and nothing is said of its shifts. */
  office?: boolean;
  /** Whether axe reads the pages: as a rule it does. */
  axe?: boolean;
  /** The file of a login to begin with. */
  storageState?: string;
  /** Logs the visitor in, without a page. */
  enter?(context: BrowserContext): Promise<void>;
}

/** Walks a visitor's pages: in a deep run all of them with every look, in a small one every twelfth, with one look after the other. */
export async function walk(browser: Browser, visitor: Walk): Promise<void> {
  const looks = (deep ? large : small).filter(({ device, language }) =>
    visitor.office ? device === "desktop" && language === "en" : true,
  );
  const pages = share(visitor.pages, PARTS);
  for (const [at, look] of looks.entries()) {
    const part = deep ? pages : pages.filter((_, place) => (place + seed) % looks.length === at);
    if (part.length > 0) await walkAs(browser, look, { ...visitor, pages: part });
  }
}

async function walkAs(browser: Browser, look: Look, visitor: Walk): Promise<void> {
  const { who, pages, office = false, axe = true, storageState, enter } = visitor;
  const context = await browser.newContext({
    ...windows[look.device],
    ...(storageState !== undefined && { storageState }),
  });
  const complaints = new Complaints(context, who);
  await speak(context, look.language);
  await enter?.(context);
  await context.addInitScript(recordShifts);
  const watched = new Watched(context);
  await watched.begin();
  for (let next = 0; next < pages.length; next += AT_ONCE) {
    complaints.deaf = false;
    await watched.open(pages.slice(next, next + AT_ONCE), async (page, path) => {
      const what = `${path}, ${who}, ${look.device}, ${look.language}`;
      await expectReady(page);
      if (!office && isStill(path, look)) await expectFewShifts(page, what);
      await judge(page, what, look, { axe, office });
    });
    complaints.deaf = true;
    for (const weather of look.quiet ? weathers : []) {
      await watched.change(weather);
      await watched.expectQuiet(`${who}, ${weather}`);
      if (weather === "hub gone") await watched.expectQuietReturn(`${who}, the hub back, api failing`);
      await watched.recover();
    }
    await watched.close();
  }
  complaints.expectNone();
  await context.close();
}
