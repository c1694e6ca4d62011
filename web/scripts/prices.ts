/**
 * Shows 300 prices of which 50 change every second, in Chromium, and prints how long its frames and its longest tasks took. Usage:
 * npm run prices. A judgement needs an idle machine: other work costs frames.
 */
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { createServer } from "vite";
import { chromium as executablePath } from "../e2e/support/chromium.ts";

// The libraries as members have them: without the checks of development.
process.env.NODE_ENV = "production";
const root = path.join(import.meta.dirname, "..");
const server = await createServer({
  root,
  mode: "production",
  cacheDir: path.join(tmpdir(), "prices"),
  server: { port: 0, host: "127.0.0.1" },
  logLevel: "error",
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch({
  executablePath: executablePath(),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
// All prices are in the window at once; it is drawn small, because this machine draws without a graphics card.
const context = await browser.newContext({ viewport: { width: 1440, height: 9_600 }, deviceScaleFactor: 0.25 });
const page = await context.newPage();
await page.goto(`${address}scripts/prices/index.html`);
await page.getByRole("grid").first().waitFor({ timeout: 300_000 });

const SECONDS = 10;
const measured = await page.evaluate(async (seconds) => {
  const long: number[] = [];
  new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
    entryTypes: ["longtask"],
  });
  const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < 120; frame++) await next();
  long.length = 0;
  let changes = 0;
  new MutationObserver((list) => {
    changes += list.length;
  }).observe(document.body, { subtree: true, characterData: true });
  const times: number[] = [];
  const begin = performance.now();
  for (let last = await next(); last - begin < seconds * 1_000; ) {
    const now = await next();
    times.push(now - last);
    last = now;
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  const prices = document.querySelectorAll("[data-cell][data-state]").length;
  return { prices, changes, frames: times.length, median: at(0.5), p95: at(0.95), p99: at(0.99), long };
}, SECONDS);
const ms = (value: number) => `${value.toFixed(1)} ms`;
process.stdout.write(
  `${measured.prices} prices in the window, ${(measured.changes / SECONDS).toFixed(0)} written a second\nframes: ${(measured.frames / SECONDS).toFixed(1)} a second, median ${ms(measured.median)}, 95th percentile ${ms(measured.p95)}, 99th ${ms(measured.p99)}\ntasks above 50 ms: ${measured.long.length}${measured.long.length ? `, the longest ${ms(Math.max(...measured.long))}` : ""}\n`,
);
await browser.close();
await server.close();
