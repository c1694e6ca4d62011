/**
 * Shows each draw in Chromium, waiting for its result and then drawing it, and prints how long its frames and its longest tasks took.
 * Usage: npm run draws. A judgement needs an idle machine: other work costs frames.
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
  cacheDir: path.join(tmpdir(), "draws"),
  server: { port: 0, host: "127.0.0.1" },
  logLevel: "error",
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch({
  executablePath: executablePath(),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const ms = (value: number) => `${value.toFixed(1)} ms`;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(`${address}scripts/draws/index.html`);
  await page.locator("body[data-ready]").waitFor({ state: "attached", timeout: 60_000 });
  const games = await page.evaluate<string[]>("games");
  for (const game of games) {
    await page.evaluate(`wait("${game}")`);
    await page.locator("figure, [role=img], canvas, svg").first().waitFor({ timeout: 60_000 });
    const waiting = await page.evaluate(frames, 3);
    await page.evaluate(`draw("${game}")`);
    const drawing = await page.evaluate(frames, 15);
    for (const [what, measured] of Object.entries({ waiting, drawing })) {
      process.stdout.write(
        `${width} ${game} ${what}: ${measured.rate.toFixed(1)} frames a second, 95th percentile ${ms(measured.p95)}, 99th ${ms(measured.p99)}, tasks above 50 ms: ${measured.long}\n`,
      );
    }
  }
  await page.close();
}
await browser.close();
await server.close();

/** Measures, in the page, the frames of so many seconds. */
async function frames(seconds: number) {
  let long = 0;
  new PerformanceObserver((list) => {
    long += list.getEntries().length;
  }).observe({ entryTypes: ["longtask"] });
  const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  const begin = await next();
  for (let last = begin; last - begin < seconds * 1_000; ) {
    const now = await next();
    times.push(now - last);
    last = now;
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  return { rate: times.length / seconds, p95: at(0.95), p99: at(0.99), long };
}
