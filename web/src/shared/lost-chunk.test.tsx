import { beforeEach, expect, test, vi } from "vitest";
import { reloadOnLostChunk } from "./lost-chunk.ts";

const reload = vi.fn();
reloadOnLostChunk(reload);

/** A file of this build is missing; says whether the router was spared the failure. */
function lose(): boolean {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

function runBuild(src: string): void {
  const script = document.createElement("script");
  script.type = "module";
  script.src = src;
  document.head.replaceChildren(script);
}

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
});

test("a missing file reloads the page exactly once, and again only under another build", () => {
  runBuild("/assets/member-one.js");
  for (let file = 0; file < 5; file++) expect(lose()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  runBuild("/assets/member-two.js");
  for (let file = 0; file < 5; file++) lose();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("without storage nothing is reloaded, because nothing could end a loop", () => {
  runBuild("/assets/member-one.js");
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  lose();
  expect(reload).not.toHaveBeenCalled();
});
