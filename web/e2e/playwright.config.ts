import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium.ts";

/**
 * The product as people use it, in the machine's own Chromium, against a running instance (`make test-e2e` makes one of its
 * own; HUBSTAKE_DEMO names the demo.json of another). One worker: the journey switches the whole site to maintenance.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Generous, because a busy machine is no fault of the product; a state that never comes fails as surely as before.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["html", { outputFolder: "../playwright-report", open: "never" }], ["./support/failures.ts"]],
  use: {
    baseURL: process.env.HUBSTAKE_ORIGIN ?? "http://localhost:8080",
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // A trace costs a quarter of the time: HUBSTAKE_TRACE=1 keeps those of tests that fail.
    trace: process.env.HUBSTAKE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: chromium(),
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio"],
    },
  },
  projects: [
    { name: "staff", testMatch: "staff.setup.ts" },
    {
      name: "product",
      testMatch: "*.spec.ts",
      testIgnore: ["devices.spec.ts", "kit.spec.ts", "nothing.spec.ts"],
      dependencies: ["staff"],
    },
    // Needs no instance: it builds and serves its own page.
    { name: "kit", testMatch: "kit.spec.ts" },
    // A site whose members may be logged in twice; the others end the first session at the second login (D-10).
    { name: "devices", testMatch: "devices.spec.ts" },
    // An instance without a demo site.
    { name: "nothing", testMatch: "nothing.spec.ts" },
  ],
});
