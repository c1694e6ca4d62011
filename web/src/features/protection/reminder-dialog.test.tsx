import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { ReminderDialog } from "./reminder-dialog.tsx";

afterEach(() => vi.unstubAllGlobals());

test("the reminder shows time, stakes, wins, open bets and the result, which open bets are not part of, and its answer is recorded", async () => {
  const calls = stubApi({
    "/api/protection/session": () => ({
      startedAt: "2026-11-21T10:00:00Z",
      now: "2026-11-21T11:30:00Z",
      staked: 50_000,
      won: 20_000,
      openStake: 7_000,
      minutes: 60,
      open: true,
    }),
  });
  const close = vi.fn();
  const leave = vi.fn();
  await show(<ReminderDialog reminder="time" limits={null} onLeave={leave} onClose={close} />);
  expect(await screen.findByText("1 h 30 min")).toBeDefined();
  expect(screen.getByText("₩50,000")).toBeDefined();
  expect(screen.getByText("On open bets")).toBeDefined();
  expect(screen.getByText("₩7,000")).toBeDefined();
  expect(screen.getByText(/30,000/).textContent).toMatch(/^[-−]/);
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(close).toHaveBeenCalledTimes(1);
  expect(leave).not.toHaveBeenCalled();
  await waitFor(() => expect(calls.some(({ path }) => path === "/api/protection/reminder/answer")).toBe(true));
});

test("the member can log out from the reminder", async () => {
  stubApi({ "/api/protection/session": () => "E002" });
  const leave = vi.fn();
  await show(<ReminderDialog reminder="limit" limits={null} onLeave={leave} onClose={() => undefined} />);
  expect(screen.getByText(/own time limit/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  expect(leave).toHaveBeenCalledTimes(1);
});
