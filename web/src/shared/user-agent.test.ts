import { expect, test } from "vitest";
import { deviceName } from "./user-agent.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    { browser: "Chrome", system: "Windows", phone: false },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    { browser: "Edge", system: "Windows", phone: false },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    { browser: "Safari", system: "iPhone", phone: true },
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
    { browser: "Samsung Internet", system: "Android", phone: true },
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0",
    { browser: "Firefox", system: "macOS", phone: false },
  ],
  ["curl/8.0", { browser: null, system: null, phone: false }],
  ["", { browser: null, system: null, phone: false }],
])("%s", (userAgent, name) => {
  expect(deviceName(userAgent)).toEqual(name);
});
