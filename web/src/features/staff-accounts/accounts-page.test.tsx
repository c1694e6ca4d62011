import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { AccountsPage } from "./accounts-page.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const account = (memId: string, more: Record<string, unknown> = {}) => ({
  memId,
  name: `Name of ${memId}`,
  title: "",
  rights: ["cash"],
  active: true,
  version: 3,
  oneTimeUntil: null,
  otpLocked: false,
  recoveryCodes: 10,
  createdAt: "2026-01-01T00:00:00Z",
  passChangedAt: null,
  lastLoginAt: null,
  lastLoginIp: "",
  reviewedAt: null,
  reviewedBy: "",
  ...more,
});

async function page(more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    "/api/admin/staff/list": () => ({
      list: [
        account("boss1"),
        account("clerk1"),
        account("clerk2", { active: false }),
        account("clerk3", { otpLocked: true }),
      ],
    }),
    ...more,
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "boss1", rights: ["staff"] } });
  await show(<AccountsPage />, "en", client);
  await screen.findByText("Name of clerk1");
  return calls;
}

const row = (memId: string) => within(screen.getByRole("row", { name: new RegExp(memId) }));

test("the own account has no actions, a locked one can be unlocked, an ended one opened again", async () => {
  await page();
  expect(row("boss1").queryAllByRole("button")).toEqual([]);
  expect(row("clerk1").queryByRole("button", { name: "Unlock: clerk1" })).toBeNull();
  expect(row("clerk3").getByRole("button", { name: "Unlock: clerk3" })).toBeDefined();
  expect(row("clerk2").getByRole("button", { name: "Open again: clerk2" })).toBeDefined();
  expect(row("clerk2").queryByRole("button", { name: "Recover: clerk2" })).toBeNull();
});

test("a new account shows its one-time password once", async () => {
  const calls = await page({
    "/api/admin/staff/add": () => ({ password: "ABCDEFGH23456789", until: "2026-11-26T00:00:00Z" }),
  });
  await userEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Add a person" }));
  expect(dialog.getAllByRole("alert")).toHaveLength(2);
  await userEvent.type(dialog.getByLabelText("ID"), "Clerk9");
  await userEvent.type(dialog.getByLabelText("Name"), " Kim ");
  await userEvent.click(dialog.getByLabelText(/^Deposits and withdrawals/));
  await userEvent.click(dialog.getByRole("button", { name: "Add a person" }));
  expect(await screen.findByText("ABCDEFGH23456789")).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/add"))?.body).toEqual({
    memId: "clerk9",
    name: "Kim",
    title: "",
    rights: ["cash"],
  });
});

test("what another master changed meanwhile is said, and nothing is overwritten", async () => {
  const calls = await page({ "/api/admin/staff/change": () => "C019" });
  await userEvent.click(screen.getByRole("button", { name: "Change: clerk1" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByLabelText(/^Send messages/));
  await userEvent.click(dialog.getByRole("button", { name: "Change the account" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("Another master changed this account");
  expect(calls.find(({ path }) => path.endsWith("/change"))?.body).toMatchObject({
    memId: "clerk1",
    version: 3,
    rights: ["cash", "message"],
  });
});

test("an account is ended with a reason only", async () => {
  const calls = await page({ "/api/admin/staff/active": () => ({}) });
  await userEvent.click(screen.getByRole("button", { name: "End: clerk1" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "End" }));
  expect(dialog.getByRole("alert")).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith("/active"))).toBe(false);
  await userEvent.type(dialog.getByRole("textbox"), "left the company");
  await userEvent.click(dialog.getByRole("button", { name: "End" }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith("/active"))?.body).toEqual({
      memId: "clerk1",
      active: false,
      reason: "left the company",
    }),
  );
});
