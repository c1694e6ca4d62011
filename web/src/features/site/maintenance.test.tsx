import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { MaintenanceBar } from "./maintenance-bar.tsx";
import { PlannedEnd } from "./planned-end.tsx";
import { leftOf } from "./scheduled.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (ms: number) => new Date(ms).toISOString();
const HOUR = 3_600_000;
const begins = Date.parse("2026-11-24T01:00:00Z");
const window = {
  id: 1,
  name: "site",
  name_KOR: "",
  name_ENG: "",
  running: false,
  begins: at(begins),
  ends: at(begins + 2 * HOUR),
  text: "We move.",
};
const checkOf = (windows: object[], now = begins) => ({
  inspect: false,
  code: "",
  text: "",
  functions: [],
  windows,
  now: at(now),
  build: "",
});

test("a banner says when, by the site's clock and the member's, until the member closes it", async () => {
  stubApi({ "/api/common/siteCheckInfo": () => checkOf([window]) });
  await show(<MaintenanceBar />);
  expect(await screen.findByText("Scheduled maintenance: The site")).toBeDefined();
  expect(screen.getByText("2026-11-24 10:00 – 12:00")).toBeDefined();
  expect(screen.getByText(/2026-11-24 01:00 – 03:00 \(Your time\)/), "tests run in UTC").toBeDefined();
  expect(screen.getByText("We move.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /Close/ }));
  expect(screen.queryByText("We move.")).toBeNull();
});

test("a game under maintenance is named; once the planned end has passed no time is promised", async () => {
  const game = { ...window, id: 2, name: "game/koi", name_KOR: "비단잉어 정원", name_ENG: "Koi Garden", running: true };
  stubApi({ "/api/common/siteCheckInfo": () => checkOf([game], begins + 3 * HOUR) });
  await show(<MaintenanceBar />);
  expect(await screen.findByText("Under maintenance: Koi Garden")).toBeDefined();
  expect(await screen.findByText("It takes longer than planned. We are still working on it.")).toBeDefined();
});

test("the countdown is no live region, stops at the planned end and says then that it lasts longer", async () => {
  stubApi({ "/api/common/siteCheckInfo": () => checkOf([]) });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: begins });
  await show(<PlannedEnd ends={at(begins + 26 * HOUR + 2_000)} />);
  const timer = screen.getByRole("timer");
  expect(timer.textContent).toBe("1 day 02:00:02");
  expect(timer.closest("[aria-live]")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("");
  act(() => vi.setSystemTime(begins + 26 * HOUR));
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByRole("timer").textContent).toBe("00:00:01");
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.queryByRole("timer"), "it never counts below zero").toBeNull();
  expect(screen.getByRole("status").textContent).toMatch(/planned end has passed/);
});

test("the rest of a time is never negative", () => {
  expect(leftOf(-5_000)).toEqual({ days: 0, clock: "00:00:00" });
  expect(leftOf(999)).toEqual({ days: 0, clock: "00:00:01" });
  expect(leftOf(25 * HOUR)).toEqual({ days: 1, clock: "01:00:00" });
});
