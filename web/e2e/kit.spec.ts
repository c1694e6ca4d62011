import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { readBaseline } from "./support/baseline.ts";
import { looks, nameOf, openKit, serveKit, shootSections } from "./support/kit.ts";
import { share } from "./support/size.ts";
import { test } from "./support/test.ts";
import { differences, reduce } from "./support/tiles.ts";

/* The page of the kit: nothing changes its look by accident. `make kit-renew` renews the pictures once a person has looked at the sheet. */

let served: Awaited<ReturnType<typeof serveKit>>;
test.beforeAll(async () => {
  served = await serveKit();
});
test.afterAll(() => served.close());

const [first] = looks;
if (!first) throw new Error("no look");

// A small run looks twice, each commit at two others.
for (const look of share(looks, 6)) {
  test(`the kit looks as before: ${nameOf(look)}`, async ({ browser, page: lab }) => {
    const page = await openKit(browser, served.address, look);
    // A busy machine may still be laying out: the widths of a column in another face, for example, come late.
    const found = async () => differences(readBaseline(nameOf(look)), await reduce(lab, await shootSections(page)));
    await expect.poll(found).toEqual([]);
    await page.context().close();
  });
}

/** Changes that a person would see, and the only regions in which each is. */
const changes: [what: string, css: string, regions: RegExp][] = [
  ["a part that is gone", '[data-kit="stake-keypad"] > div > div:last-child { visibility: hidden }', /^stake-keypad$/],
  ["a colour", '[data-kit="odds-chosen"] button { background: var(--surface-3) !important }', /^odds-chosen$/],
  ["a place", '[data-kit="countdown-open"] svg { translate: 48px 0 }', /^countdown-open$/],
  ["a size", '[data-kit="result-reveal"] ol li { inline-size: 2rem; block-size: 2rem }', /^result-reveal$/],
  ["the accent everywhere", ":root { --accent: var(--info) !important }", /./],
];

test("a change that can be seen is found, in its region alone; a tree and a live result are whole", async ({
  browser,
  page: lab,
}) => {
  const page = await openKit(browser, served.address, first);
  const before = readBaseline(nameOf(first));
  for (const [what, css, regions] of changes) {
    const style = await page.addStyleTag({ content: css });
    const found = differences(before, await reduce(lab, await shootSections(page)));
    expect(found, what).not.toEqual([]);
    for (const line of found) expect(line.split(":")[0], what).toMatch(regions);
    await style.evaluate((element) => (element as Element).remove());
  }

  // A tree of thousands has the rows in sight alone, and keys reach its last.
  const tree = page.getByRole("treegrid");
  expect(Number(await tree.getAttribute("aria-rowcount"))).toBeGreaterThan(2_000);
  expect(await tree.locator("tbody tr").count()).toBeLessThan(60);
  const top = tree.locator('[data-cell="1"]');
  await top.focus();
  await page.keyboard.press("End");
  await expect(tree.locator('[data-cell="4"]')).toBeFocused();
  await page.keyboard.press("Home");
  await expect(top).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(tree.locator('[data-cell="1.1.1"]')).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(tree.locator('[data-cell="1.1"]')).toBeFocused();

  // A live result is whole after its last ball.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Draw again" }).click();
  await expect(page.locator('[data-kit="result-reveal"] [data-shown]')).toHaveAttribute("data-shown", "true");
  await page.context().close();
});

test("other edges of letters are no change", async ({ playwright, page: lab }) => {
  const { chromium } = playwright;
  const options = test.info().project.use.launchOptions;
  const args = ["--font-render-hinting=full", "--disable-lcd-text", "--disable-font-subpixel-positioning"];
  const browser = await chromium.launch({ ...options, args: [...(options?.args ?? []), ...args] });
  const page = await openKit(browser, served.address, first);
  expect(differences(readBaseline(nameOf(first)), await reduce(lab, await shootSections(page)))).toEqual([]);
  await browser.close();
});

async function violations(page: Page): Promise<string[]> {
  // The kit shows many of what a page of the product has once, such as the slip.
  const found = await new AxeBuilder({ page }).disableRules(["landmark-unique"]).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

for (const look of share(
  looks.filter(({ language }) => language === "ko"),
  4,
)) {
  test(`the kit is accessible: ${nameOf(look)}`, async ({ browser }) => {
    const page = await openKit(browser, served.address, look);
    expect(await violations(page)).toEqual([]);
    for (const name of ["palette", "slip"]) {
      await page.locator('[data-kit="overlay-buttons"]').getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await violations(page), name).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.context().close();
  });
}
