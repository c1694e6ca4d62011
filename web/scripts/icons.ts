/** Draws the icons of the installed site from our mark, with the machine's Chromium: `node scripts/icons.ts` after a change of it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { chromium as executable } from "../e2e/support/chromium.ts";

const root = path.join(import.meta.dirname, "..", "public");
const mark = readFileSync(path.join(root, "favicon.svg"), "utf8");
// Systems cut these to a shape of their own: the ground fills them, and the mark lies inside the circle that is never cut.
const full = mark.replace(' rx="10"', "");

const icons = [
  { file: "mark-192", svg: mark, size: 192 },
  { file: "mark-512", svg: mark, size: 512 },
  { file: "maskable-192", svg: full, size: 192 },
  { file: "maskable-512", svg: full, size: 512 },
  { file: "apple-touch", svg: full, size: 180 },
];

const browser = await chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-gpu"] });
for (const { file, svg, size } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: path.join(root, "icons", `${file}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
