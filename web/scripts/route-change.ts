/**
 * Measures what a member waits for after a press on a link whose page and data are warm: from the press to the frame that has the
 * new page's heading. Needs a running instance: `with-instance -- sh -c 'cd web && npm run routes'`.
 */
import { chromium } from "@playwright/test";
import { chromium as executable } from "../e2e/support/chromium.ts";
import { demo } from "../e2e/support/demo.ts";
import { expectMember, logIn, speak } from "../e2e/support/member-page.ts";
import { paths } from "../src/shared/paths.ts";

const GOAL_MS = 100;
const ROUNDS = 5;
const pages = [paths.deposit, paths.bets, paths.point, paths.notices, paths.inquiries, paths.mypage];

const browser = await chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: demo().origin, viewport: { width: 1440, height: 900 } });
const page = await context.newPage();
await speak(context, "en");
await logIn(page, demo().member);
await expectMember(page);

/** Presses the menu's link to a page and returns the milliseconds until a frame shows its heading. */
async function follow(to: string): Promise<number> {
  const link = page.locator(`aside a[href="${to}"], nav a[href="${to}"]`).first();
  await link.hover();
  await page.waitForLoadState("networkidle");
  return await link.evaluate(
    (anchor) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector("h1");
        const begin = performance.now();
        const look = () => {
          const heading = document.querySelector("h1");
          if (heading && heading !== before) requestAnimationFrame(() => resolve(performance.now() - begin));
          else requestAnimationFrame(look);
        };
        (anchor as HTMLElement).click();
        look();
      }),
  );
}

const waits = new Map<string, number[]>(pages.map((to) => [to, []]));
// The first round warms code and data.
for (let round = 0; round <= ROUNDS; round++) {
  for (const to of pages) {
    const wait = await follow(to);
    if (round > 0) waits.get(to)?.push(wait);
  }
}
await browser.close();

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
for (const [to, list] of waits) process.stdout.write(`${to.padEnd(32)} ${median(list).toFixed(0).padStart(5)} ms\n`);
const all = median([...waits.values()].flat());
process.stdout.write(`${"median of all".padEnd(32)} ${all.toFixed(0).padStart(5)} ms of ${GOAL_MS}\n`);
process.exitCode = all > GOAL_MS ? 1 : 0;
