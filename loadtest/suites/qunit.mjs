// Opens the QUnit page of a client library's own integration suite in Chromium and prints its results.
//   node loadtest/suites/qunit.mjs <folder of the unpacked package> <page> [<URL to be replaced>=<URL>]...
// The folder is served on http://127.0.0.1:8099; its files are not changed, but what they say of the server is replaced as
// they are served: `admin` and `password` are guest and guest, and the pairs that are given. README.md has an example.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const [folder, page, ...pairs] = process.argv.slice(2);
if (!folder || !page) {
  console.error("usage: qunit.mjs <folder> <page> [<from>=<to>]...");
  process.exit(2);
}
const replace = [['"admin"', '"guest"'], ['"password"', '"guest"'], ...pairs.map((p) => p.split("="))];
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

const server = createServer(async (request, response) => {
  try {
    const path = normalize(new URL(request.url, "http://x").pathname);
    let text = await readFile(join(folder, path), "utf8");
    if (path.includes("config")) for (const [from, to] of replace) text = text.replaceAll(from, to);
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(text);
  } catch {
    response.writeHead(404).end();
  }
}).listen(8099, "127.0.0.1");

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const tab = await browser.newPage();
tab.on("pageerror", (e) => console.error(e.message));
await tab.route(/\/\/ajax\.googleapis\.com\/.*jquery/, (route) => route.fulfill({ path: process.env.JQUERY }));
await tab.goto(`http://127.0.0.1:8099/${page}`);
await tab.waitForSelector("#qunit-testresult .total", { timeout: 60_000 });
for (const test of await tab.locator("#qunit-tests > li").all()) {
  console.log(`${await test.getAttribute("class")}  ${await test.locator("strong").first().innerText()}`);
}
for (const failure of await tab.locator("#qunit-tests li.fail li.fail").allInnerTexts()) console.log(`FAIL ${failure}`);
const failed = Number(await tab.locator("#qunit-testresult .failed").innerText());
console.log(await tab.locator("#qunit-testresult").innerText());
await browser.close();
server.close();
process.exit(failed === 0 ? 0 : 1);
