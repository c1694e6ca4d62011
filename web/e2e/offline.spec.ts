import { expect, type Page } from "@playwright/test";
import { paths } from "../src/shared/paths.ts";
import { comeIn, expectMember, speak } from "./support/member-page.ts";
import { follow } from "./support/navigate.ts";
import { shot } from "./support/shots.ts";
import { share } from "./support/size.ts";
import { test } from "./support/test.ts";
import { texts } from "./support/texts.ts";
import { Complaints } from "./support/watch.ts";

/* The installed site: without a network, with a newer version, and what it keeps on the device. */

/** Waits until the worker answers for the page. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const devices = Object.entries({
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
});

for (const [device, use] of share(devices, devices.length)) {
  test(`without a network the site says so in the reader's language, and goes on when it is back: ${device}`, async ({
    browser,
  }) => {
    const context = await browser.newContext(use);
    const page = await context.newPage();
    const install = texts("th", "install");
    await speak(context, "th");
    await page.goto(paths.home);
    await controlled(page);

    await context.setOffline(true);
    await page.goto(paths.faq);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(install("offline.title"));
    await expect(page.locator("html")).toHaveAttribute("lang", "th");
    await expect(page.getByRole("button", { name: install("offline.retry") })).toBeVisible();
    await shot(page, `offline-${device}`);

    await context.setOffline(false); // the page goes on by itself
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts("th", "board")("faq.title"));
    await context.close();
  });
}

test("only files of the build are kept on the device, nothing of the api and no page, and a newer version is offered", async ({
  page,
  context,
}) => {
  const complaints = new Complaints(context, "member");
  await speak(context, "en");
  await comeIn(page, paths.home);
  await controlled(page);
  await page.goto(paths.deposit); // the worker sees this page come
  await expectMember(page);
  for (const [path, title] of [
    [paths.bets, texts("en", "bet")("title")],
    [paths.messages, texts("en", "message")("title")],
  ] as const) {
    await follow(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/offline.html");
  expect(kept.filter((path) => path !== "/offline.html" && !/^\/assets\/[\w.-]+\.(js|css)$/.test(path))).toEqual([]);

  // A newer version is offered, and loaded when the reader asks for it.
  const common = texts("en", "common");
  await page.evaluate(async () => {
    Object.assign(window, { loadedBefore: true });
    // Another address of the same file is a newer version to the browser.
    const policy = (window as unknown as { trustedTypes: TrustedTypes }).trustedTypes;
    const url = policy
      .createPolicy("test", { createScriptURL: (text: string) => text })
      .createScriptURL("/sw.js?newer");
    await navigator.serviceWorker.register(url);
  });
  await expect(page.getByText(common("update.text"))).toBeVisible();
  await shot(page, "update");
  await page.getByRole("button", { name: common("update.load") }).click();
  await page.waitForFunction(() => !("loadedBefore" in window));
  await controlled(page);
  complaints.expectNone();
});

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}
