import { expect, test } from "vitest";
import { decide } from "./decide.ts";

const ORIGIN = "https://site.example";
const kept = new Set(["/assets/app-1.js", "/offline.html", "/api/site/check"]);

const ask = (path: string, method = "GET", mode = "cors") =>
  decide({ url: new URL(path, ORIGIN).href, method, mode }, ORIGIN, kept);

test.each(["/", "/member/deposit", "/signup?ref=ann", "/apiary", "/hubs"])(
  "the page %s comes from the network",
  (path) => {
    expect(ask(path, "GET", "navigate")).toBe("page");
  },
);

test.each([
  "/api/getToken",
  "/api",
  "/hub?shard=1",
  "/v1/vendor/x",
  "/admin",
  "/admin/members",
  "/partner/lower/list",
  "/api/docs",
])("%s is never touched, not even as a page", (path) => {
  expect([ask(path), ask(path, "GET", "navigate"), ask(path, "POST")]).toEqual(["pass", "pass", "pass"]);
});

test("an address of the api stays untouched even if a list of files named it", () => {
  expect(ask("/api/site/check")).toBe("pass");
});

test("files of the build that were kept come from the device, all others as ever", () => {
  expect(ask("/assets/app-1.js")).toBe("kept");
  expect(ask("/assets/app-2.js")).toBe("pass");
  expect(ask("/assets/app-1.js", "POST")).toBe("pass");
  expect(ask("https://games.example/assets/app-1.js")).toBe("pass");
});
