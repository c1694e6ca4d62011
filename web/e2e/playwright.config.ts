import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium.ts";

/** The longest that a test waits for a state before it calls the state missing; a test that passes does not wait for it. */
const PATIENCE_MS = 300_000;

/** Tests of these files change what holds for every visitor of the site, or need a site on which nothing happens: they run alone, after all others. */
const ofTheSite = [
  "content",
  "deposit-accounts",
  "desk",
  "devices",
  "jackpots",
  "journey",
  "maintenance",
  "notices",
  "offer",
  "promos",
  "quiet",
  "reports",
  "settings",
  "walk",
].map((name) => `${name}.spec.ts`);

/**
 * The product as people use it, in the machine's own Chromium, against a running instance that was seeded for tests (`make test-e2e` makes one of its
 * own; HUBSTAKE_DEMO names the demo.json of another). `make test` runs the small size, HUBSTAKE_DEEP=1 the large one (support/size.ts).
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // Each worker has a member of its own (support/demo.ts), each test its staff accounts (support/staff.ts).
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Generous, because a busy machine is no fault of the product; a state that never comes fails as surely as before.
  timeout: 1_800_000,
  expect: { timeout: PATIENCE_MS },
  reporter: [
    ["list"],
    ["html", { outputFolder: "../playwright-report", open: "never" }],
    ["./support/failures.ts"],
    ["./support/loads.ts"],
  ],
  use: {
    baseURL: process.env.HUBSTAKE_ORIGIN ?? "http://localhost:8080",
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // A trace costs a quarter of the time: HUBSTAKE_TRACE=1 keeps those of tests that fail.
    trace: process.env.HUBSTAKE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    launchOptions: {
      executablePath: chromium(),
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio"],
    },
  },
  projects: [
    { name: "visitors", testMatch: "*.spec.ts", testIgnore: [...ofTheSite, "kit.spec.ts", "nothing.spec.ts"] },
    // Needs no instance: it builds and serves its own page.
    { name: "kit", testMatch: "kit.spec.ts" },
    { name: "site", testMatch: ofTheSite, dependencies: ["visitors", "kit"], workers: 1 },
    // An instance without a demo site, only in a deep run (make test-deep).
    { name: "nothing", testMatch: "nothing.spec.ts" },
  ],
});
