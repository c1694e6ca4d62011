/**
 * Scrolls a table of 5,000 rows and eleven columns in Chromium and prints how long its frames took, with the rows that were in the
 * page at most, and the time to sort them all. Usage: npm run frames. A judgement needs an idle machine: other work costs frames.
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
  cacheDir: path.join(tmpdir(), "frames"),
  server: { port: 0, host: "127.0.0.1" },
  logLevel: "error",
});
await server.listen();
const address = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch({
  executablePath: executablePath(),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${address}scripts/frames/index.html`);
await page.getByText("member0", { exact: true }).waitFor({ timeout: 300_000 });

const measured = await page.evaluate(async () => {
  const frame = document.querySelector("table")?.parentElement;
  if (!frame) throw new Error("no table");
  const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  let most = 0;
  let last = await next();
  for (let step = 0; step < 300; step++) {
    frame.scrollTop += 400;
    const now = await next();
    times.push(now - last);
    last = now;
    most = Math.max(most, document.querySelectorAll("tbody tr").length);
  }
  const begin = performance.now();
  document.querySelector<HTMLButtonElement>("thead th:nth-child(2) button")?.click();
  await next();
  await next();
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  return { median: at(0.5), p95: at(0.95), most, sort: performance.now() - begin };
});
const ms = (value: number) => `${value.toFixed(1)} ms`;
process.stdout.write(
  `frame: median ${ms(measured.median)}, 95th percentile ${ms(measured.p95)} (60 a second: 16.7 ms)\nrows in the page: ${measured.most} of 5000\nsort: ${ms(measured.sort)}\n`,
);
await browser.close();
await server.close();
