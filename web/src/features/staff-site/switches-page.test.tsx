import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { SwitchesPage } from "./switches-page.tsx";

// jsdom has no dialogs of its own.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const rest = { code: "S005", setBy: "", reason: "", setAt: null };
const status = { inspect: false, paused: [], online: 3, pendingSignups: 0, pendingIn: 0, pendingOut: 0 };

test("a function is closed with a reason, and not without one", async () => {
  let on = false;
  const calls = stubApi({
    "/api/admin/site/status": () => status,
    "/api/admin/site/switches": () => ({
      list: [{ ...rest, name: "deposit", on, ...(on ? { setBy: "kim", reason: "the bank is away" } : {}) }],
    }),
    "/api/admin/site/pause": () => {
      on = true;
      return { paused: ["deposit"] };
    },
  });
  await show(<SwitchesPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Close: Deposits" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Close: Deposits" }));
  expect(within(dialog).getByRole("alert").textContent).toBe("Please give a reason.");
  expect(calls.some(({ path }) => path.endsWith("/pause"))).toBe(false);
  await userEvent.type(within(dialog).getByLabelText("Reason (visible to staff only)"), " the bank is away ");
  await userEvent.click(within(dialog).getByRole("button", { name: "Close: Deposits" }));
  await screen.findByRole("button", { name: "Reopen: Deposits" });
  expect(calls.find(({ path }) => path.endsWith("/pause"))?.body).toEqual({
    function: "deposit",
    on: true,
    reason: "the bank is away",
  });
  expect(screen.getByText("kim")).toBeDefined();
  expect(screen.getByText("the bank is away")).toBeDefined();
});

test("what fails says so and can be tried again", async () => {
  let fails = true;
  stubApi({
    "/api/admin/site/status": () => status,
    "/api/admin/site/switches": () => (fails ? "E001" : { list: [{ ...rest, name: "points", on: true }] }),
  });
  await show(<SwitchesPage />);
  const again = await screen.findByRole("button", { name: /again/i });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByRole("button", { name: "Reopen: Point conversion" })).toBeDefined();
});
