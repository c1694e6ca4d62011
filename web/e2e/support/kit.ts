import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { build, preview } from "vite";
import { NOW } from "../../src/apps/kit/samples.ts";
import type { Language } from "../../src/shared/i18n/languages.ts";
import { endAnimations } from "./animations.ts";

const root = path.join(import.meta.dirname, "../..");

/** How the page of the kit is looked at. */
export interface Look {
  language: Language;
  theme: "dark" | "light";
  width: number;
}

export const looks: Look[] = (["ko", "vn", "th"] as const).flatMap((language) =>
  (["dark", "light"] as const).flatMap((theme) => [1_440, 390].map((width) => ({ language, theme, width }))),
);

export const nameOf = ({ language, theme, width }: Look) => `${language}-${theme}-${width}`;

/** Builds the kit into a folder of its own and serves it. */
export async function serveKit(): Promise<{ address: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(path.join(tmpdir(), "kit-"));
  const config = { root, mode: "kit", logLevel: "error", build: { outDir, emptyOutDir: true } } as const;
  await build(config);
  const server = await preview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
  return {
    address: `${server.resolvedUrls?.local[0]}dev/kit.html`,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

/**
 * Opens the kit so that two pictures of it are the same: a clock that stands still, no animation, all texts and fonts there, and no
 * message that comes after a while.
 */
export async function openKit(browser: Browser, address: string, look: Look): Promise<Page> {
  const phone = look.width < 640;
  const context = await browser.newContext({
    viewport: { width: look.width, height: phone ? 844 : 900 },
    reducedMotion: "reduce",
    timezoneId: "Asia/Seoul",
    ...(phone && { isMobile: true, hasTouch: true }),
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(({ language, theme }) => {
    localStorage.setItem("language", language);
    localStorage.setItem("colour-scheme", theme);
    const wait = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms = 0) => (ms < 1_000 ? wait(run, ms) : 0)) as typeof window.setTimeout;
    window.setInterval = (() => 0) as unknown as typeof window.setInterval;
  }, look);
  await page.goto(address);
  await page.locator('html[data-texts="complete"]').waitFor();
  await page.locator('[data-kit="chart"] canvas').waitFor({ state: "attached" });
  await page.locator('[data-kit="pictures"] img').nth(1).waitFor();
  // The slices of a face are asked for as their characters appear.
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    return document.fonts.status === "loaded";
  });
  return page;
}

/** A part of the page, with the regions in it. */
export interface Shot {
  png: string;
  regions: { name: string; x: number; y: number; width: number; height: number }[];
}

interface Part extends Pick<Shot, "regions"> {
  clip: { x: number; y: number; width: number; height: number };
}

/** The places of all sections and their regions, with every animation at its end and every character drawn in its own face. */
async function measure(page: Page): Promise<Part[]> {
  await endAnimations(page);
  return await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return [...document.querySelectorAll("main > section")].map((section) => {
      const box = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return {
          x: Math.max(0, left + scrollX),
          y: top + scrollY,
          width: Math.min(width, document.documentElement.clientWidth),
          height,
        };
      };
      const clip = box(section);
      const regions = [...section.querySelectorAll<HTMLElement>("[data-kit]")].map((region) => {
        const { x, y, width, height } = box(region);
        return { name: region.dataset.kit ?? "", x: x - clip.x, y: y - clip.y, width, height };
      });
      return { clip, regions };
    });
  });
}

/**
 * Pictures of all sections, one for each: the whole page is higher than a picture can be. The window is as high as the highest section
 * and is scrolled to each, because a picture beyond the window is taken with another window, in which the page is laid out differently. When
 * the page moved meanwhile, all are taken again.
 */
export async function shootSections(page: Page): Promise<Shot[]> {
  const window = page.viewportSize();
  if (!window) throw new Error("no window");
  const browser = await page.context().newCDPSession(page);
  let parts = await measure(page);
  for (;;) {
    const height = Math.ceil(Math.max(...parts.map(({ clip }) => clip.height)));
    await page.setViewportSize({ width: window.width, height });
    parts = await measure(page);
    const shots: Shot[] = [];
    for (const { clip, regions } of parts) {
      await page.evaluate((y) => scrollTo(0, y), clip.y);
      const { data } = await browser.send("Page.captureScreenshot", { format: "png", clip: { ...clip, scale: 1 } });
      shots.push({ png: data, regions });
    }
    const after = await measure(page);
    if (JSON.stringify(after) === JSON.stringify(parts)) {
      await browser.detach();
      await page.setViewportSize(window);
      return shots;
    }
    parts = after;
  }
}

const overlays = ["dialog", "sheet", "confirm", "palette", "slip"] as const;

/** Opens one of the overlays and takes its picture, for the sheet: it is not compared, because it is taken while it opens. */
async function shootOverlay(page: Page, overlay: string): Promise<Shot> {
  await page.locator(`[data-kit="overlay-buttons"]`).getByRole("button", { name: overlay, exact: true }).click();
  const dialog = page.locator("dialog[open]");
  const png = await dialog.screenshot({ animations: "disabled", timeout: 300_000 });
  await dialog.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return { png: png.toString("base64"), regions: [] };
}

/** All pictures of an open page: its sections, then what stands over it. */
export async function shootAll(page: Page): Promise<Shot[]> {
  const shots = await shootSections(page);
  for (const overlay of overlays) shots.push(await shootOverlay(page, overlay));
  return shots;
}
