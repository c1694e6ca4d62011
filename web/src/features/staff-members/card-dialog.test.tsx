import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { CardDialog } from "./card-dialog.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const card = (more: Record<string, unknown> = {}) => ({
  memId: "kim1",
  memNick: "Kim",
  status: "normal",
  statusAt: "2026-11-01T00:00:00Z",
  statusBy: "",
  statusReason: "",
  settings: { level: 2, login: true, withdraw: true, recommend: false },
  version: 4,
  notes: [],
  ...more,
});

async function dialog(more: Record<string, unknown> = {}, answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ "/api/admin/member/card": () => card(more), ...answers });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { rights: ["member", "standing"] } });
  await show(<CardDialog memId="kim1" onClose={() => undefined} />, "en", client);
  await screen.findByText("Notes");
  return (path: string) => calls.filter((call) => call.path.endsWith(path)).map(({ body }) => body);
}

const forms = () => screen.getAllByLabelText("Reason (visible to staff only)");

test("a status is given with a reason only, and not the one that the member has", async () => {
  const sent = await dialog({}, { "/api/admin/member/status": () => ({}) });
  const choice = screen.getByLabelText("New status");
  expect(within(choice).queryByText("Normal")).toBeNull();
  await userEvent.selectOptions(choice, "Blacklisted");
  await userEvent.click(screen.getByRole("button", { name: "Set the status" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Please give a reason.");
  expect(sent("/status")).toEqual([]);
  await userEvent.type(forms()[0] as HTMLElement, " cheats ");
  await userEvent.click(screen.getByRole("button", { name: "Set the status" }));
  await waitFor(() => expect(sent("/status")).toEqual([{ memId: "kim1", status: "black", reason: "cheats" }]));
});

test("what another one changed meanwhile is said, and the version goes along", async () => {
  const sent = await dialog({}, { "/api/admin/member/settings": () => "C019" });
  await userEvent.click(screen.getByLabelText("ask for withdrawals"));
  await userEvent.selectOptions(screen.getByLabelText("Level"), "5");
  await userEvent.type(forms()[1] as HTMLElement, "agreed");
  await userEvent.click(screen.getByRole("button", { name: "Change permissions and level" }));
  const asked = within(await screen.findByRole("dialog", { name: "Change permissions and level of kim1?" }));
  expect(asked.getByText("allowed → not allowed")).toBeDefined();
  expect(sent("/settings")).toEqual([]);
  await userEvent.click(asked.getByRole("button", { name: "Change permissions and level" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Someone else changed this member");
  expect(sent("/settings")).toEqual([
    { memId: "kim1", version: 4, level: 5, login: true, withdraw: false, recommend: false, reason: "agreed" },
  ]);
});

test("a note is written, and the written ones name their writer", async () => {
  const notes = [{ by: "boss1", content: "Called.\nTwice.", at: "2026-11-02T00:00:00Z" }];
  const sent = await dialog({ notes }, { "/api/admin/member/note": () => ({}) });
  expect(screen.getByText("boss1")).toBeDefined();
  await userEvent.type(screen.getByLabelText("New note"), "Wants a call");
  await userEvent.click(screen.getByRole("button", { name: "Add the note" }));
  await waitFor(() => expect(sent("/note")).toEqual([{ memId: "kim1", content: "Wants a call" }]));
  await waitFor(() => expect((screen.getByLabelText("New note") as HTMLTextAreaElement).value).toBe(""));
});

test("a deleted member has notes only", async () => {
  await dialog({ status: "deleted" });
  expect(screen.queryByRole("button", { name: "Change permissions and level" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Set the status" })).toBeNull();
});
