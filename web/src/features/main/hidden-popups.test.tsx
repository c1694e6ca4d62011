import { beforeEach, expect, test } from "vitest";
import { hiddenPopups, hidePopup } from "./hidden-popups.ts";

beforeEach(() => localStorage.clear());

test("a popup is hidden until midnight", () => {
  const evening = new Date(2026, 8, 10, 23, 59);
  hidePopup(1, evening);
  hidePopup(2, evening);
  expect(hiddenPopups(evening)).toEqual([1, 2]);
  const morning = new Date(2026, 8, 11, 0, 0);
  expect(hiddenPopups(morning)).toEqual([]);
  hidePopup(2, morning);
  expect(hiddenPopups(morning)).toEqual([2]);
});

test.each(["{", "[]", "null", '{"day":"2026-9-10"}', '{"day":"2026-9-10","list":"x"}'])(
  "what is kept is nonsense: %s",
  (kept) => {
    localStorage.setItem("popups-hidden", kept);
    expect(hiddenPopups(new Date(2026, 8, 10))).toEqual([]);
  },
);
