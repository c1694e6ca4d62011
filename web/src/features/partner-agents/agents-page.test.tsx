import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { AgentsPage } from "./agents-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const mina = {
  agentId: "harbor.mina",
  name: "Mina",
  rights: ["play.read"],
  active: true,
  version: 3,
  oneTimeUntil: null,
  locked: false,
  recoveryCodes: 10,
  createdBy: "harbor",
  createdAt: "2026-11-20T10:00:00Z",
  lastLoginAt: "2026-11-26T10:00:00Z",
  lastLoginIp: "192.0.2.7",
};

async function open(rights: PartnerRight[], list: object[], answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ "/api/partner/agent/list": () => ({ list, most: 50 }), ...answers });
  const client = newTestClient();
  client.setQueryData(sessionKey, { agent: { agentId: "harbor.boss", memId: "harbor", rights } });
  await show(<AgentsPage />, "en", client);
  return calls;
}

test("a person is added with rights that the giver has, and the one-time password is shown", async () => {
  const calls = await open(["agent.modify", "play.read"], [], {
    "/api/partner/agent/add": () => ({
      agentId: "harbor.nora",
      password: "ABCDEFGH23456789",
      until: "2026-11-30T10:00:00Z",
    }),
  });
  await screen.findByText("No sub-staff yet");
  await userEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent)).toEqual([
    "Show bets",
    "Manage sub-staff",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Add a person" }));
  expect(dialog.getAllByRole("alert")).toHaveLength(2);
  await userEvent.type(dialog.getByLabelText("ID after harbor."), "No-ra!");
  await userEvent.type(dialog.getByLabelText("Name"), " Nora ");
  await userEvent.click(dialog.getByLabelText("Show bets"));
  await userEvent.click(dialog.getByRole("button", { name: "Add a person" }));
  expect(await screen.findByText("ABCDEFGH23456789")).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/add"))?.body).toEqual({
    suffix: "nora",
    name: "Nora",
    rights: ["play.read"],
  });
});

test("an account is ended with a reason, and changed on the version that was shown", async () => {
  const calls = await open(["agent.modify", "play.read"], [mina], {
    "/api/partner/agent/active": () => ({}),
    "/api/partner/agent/change": () => "C019",
  });
  await userEvent.click(await screen.findByRole("button", { name: "End harbor.mina" }));
  let dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "End" }));
  expect(dialog.getByRole("alert")).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Reason"), "left");
  await userEvent.click(dialog.getByRole("button", { name: "End" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/active"))?.body).toEqual({
    agentId: "harbor.mina",
    active: false,
    reason: "left",
  });

  await userEvent.click(screen.getByRole("button", { name: "Change harbor.mina" }));
  dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByLabelText("Show bets"));
  await userEvent.click(dialog.getByRole("button", { name: "Save the changes" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("has been changed meanwhile");
  expect(calls.find(({ path }) => path.endsWith("/change"))?.body).toEqual({
    agentId: "harbor.mina",
    version: 3,
    name: "Mina",
    rights: [],
  });
});

test("nothing is offered on the own account, nor on one with more rights", async () => {
  await open(
    ["agent.modify"],
    [
      { ...mina, agentId: "harbor.boss", rights: ["agent.modify"] },
      { ...mina, rights: ["money.write"] },
    ],
  );
  expect(await screen.findByText("Your own account")).toBeDefined();
  expect(screen.getByText("Has rights that you do not have")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^(Change|End|Reset)/ })).toBeNull();
});
