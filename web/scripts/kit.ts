/**
 * Takes the pictures of the kit's page in every look and puts them together as one, kit-sheet.jpg. With --renew, they are
 * also what e2e/kit.spec.ts compares with from now on. Usage: npm run kit:sheet, npm run kit:renew.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { writeBaseline } from "../e2e/support/baseline.ts";
import { chromium as executablePath } from "../e2e/support/chromium.ts";
import { looks, nameOf, openKit, serveKit, shootAll } from "../e2e/support/kit.ts";
import { reduce } from "../e2e/support/tiles.ts";

const renew = process.argv.includes("--renew");

const served = await serveKit();
const browser = await chromium.launch({
  executablePath: executablePath(),
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
});
const lab = await browser.newPage();
// Strips of one width, in columns of one height: the pages are far higher than a screen.
await lab.evaluate(() => {
  const sheet = new OffscreenCanvas(12_000, 4_000);
  const context = sheet.getContext("2d");
  if (!context) throw new Error("no canvas");
  let [x, y] = [0, 0];
  let wide = 0;
  Object.assign(window, {
    async paste(png: string, scale: number, begins: boolean) {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const width = Math.round(image.width * scale);
      const turn = () => {
        x += wide + 16;
        y = 0;
        wide = 0;
      };
      if (begins && y > 0) turn();
      for (let top = 0; top < image.height; ) {
        if (y > sheet.height - 80) turn();
        const part = Math.min(image.height - top, Math.floor((sheet.height - y) / scale));
        const height = Math.round(part * scale);
        context.drawImage(image, 0, top, image.width, part, x, y, width, height);
        wide = Math.max(wide, width);
        top += part;
        y += height + 8;
      }
    },
    async finish() {
      const cut = new OffscreenCanvas(Math.min(x + wide, sheet.width), sheet.height);
      cut.getContext("2d")?.drawImage(sheet, 0, 0);
      const bytes = new Uint8Array(
        await (await cut.convertToBlob({ type: "image/jpeg", quality: 0.85 })).arrayBuffer(),
      );
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    },
  });
});

declare global {
  interface Window {
    paste(png: string, scale: number, begins: boolean): Promise<void>;
    finish(): Promise<string>;
  }
}

for (const look of looks) {
  const page = await openKit(browser, served.address, look);
  const shots = await shootAll(page);
  await page.context().close();
  if (renew) writeBaseline(nameOf(look), await reduce(lab, shots));
  for (const [at, { png }] of shots.entries()) {
    await lab.evaluate(([data, scale, begins]) => window.paste(data, scale, begins), [
      png,
      look.width > 640 ? 0.34 : 0.5,
      at === 0,
    ] as const);
  }
  process.stdout.write(`${nameOf(look)}\n`);
}
const file = path.join(import.meta.dirname, "../kit-sheet.jpg");
writeFileSync(file, await lab.evaluate(() => window.finish()), "latin1");
process.stdout.write(`${file}\n`);
await browser.close();
await served.close();
