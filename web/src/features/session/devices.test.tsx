import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Devices } from "./devices.tsx";

afterEach(() => vi.unstubAllGlobals());

const at = "2026-09-10T12:00:00Z";
const here = { sid: "a", current: true, since: at, seenAt: at, ip: "192.0.2.1", userAgent: "Chrome/131 (Windows NT)" };
const other = { ...here, sid: "b", current: false, userAgent: "Firefox/133.0 (Android 14)" };
const third = { ...here, sid: "c", current: false, userAgent: "" };

function devices() {
  let list = [here, other, third];
  return stubApi({
    "/api/member/sessions": () => ({ list }),
    "/api/member/sessions/end": ({ sid }) => {
      list = list.filter((device) => device.sid !== sid);
      return { ended: 1 };
    },
    "/api/member/sessions/endOthers": () => {
      const ended = list.length - 1;
      list = [here];
      return { ended };
    },
  });
}

test("one device is logged out after a confirmation; the current device has no such button", async () => {
  const calls = devices();
  await show(<Devices />);
  const row = (await screen.findByText("Firefox · Android")).closest("li");
  if (!row) throw new Error("no row");
  const mine = screen.getByText("Chrome · Windows").closest("li");
  expect(mine && within(mine).queryByRole("button")).toBeNull();
  await userEvent.click(within(row).getByRole("button"));
  expect(calls.map(({ path }) => path)).toEqual(["/api/member/sessions"]);
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(screen.queryByText("Firefox · Android")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/end"))?.body).toEqual({ sid: "b" });
  expect(screen.getByText("Unknown device")).toBeTruthy();
});

test("all others go at once, and the button with them", async () => {
  devices();
  await show(<Devices />);
  await userEvent.click(await screen.findByRole("button", { name: "Log out all others" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out all others" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Log out all others" })).toBeNull());
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("a refusal is shown in the dialog, and nothing changes", async () => {
  stubApi({
    "/api/member/sessions": () => ({ list: [here, other] }),
    "/api/member/sessions/end": () => "E002",
  });
  await show(<Devices />);
  await userEvent.click(await screen.findByRole("button", { name: "Log out Firefox · Android" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out" }));
  expect(await within(screen.getByRole("dialog")).findByRole("alert")).toBeTruthy();
  expect(screen.getByText("Firefox · Android")).toBeTruthy();
});
