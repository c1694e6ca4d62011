import { createMemoryHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { partnerPaths } from "#shared/partner/paths.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, refuseApi, show } from "#shared/testing/render.tsx";
import { App } from "../app.tsx";
import { partnerEvents } from "../events.ts";
import { newRouter } from "../routes.tsx";

let phone = false;

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
beforeEach(() => {
  phone = false;
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: phone && query.includes("max-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => vi.unstubAllGlobals());

async function open(...rights: PartnerRight[]) {
  refuseApi();
  const client = newTestClient();
  client.setQueryData(sessionKey, {
    agent: { agentId: "harbor.mina", name: "Mina", memId: "harbor", partnerLevel: 2, rights },
  });
  const router = newRouter(createMemoryHistory({ initialEntries: [partnerPaths.home] }));
  await show(<App router={router} />, "en", client);
  return { client, router };
}

const nav = () => screen.findByRole("navigation", { name: "Pages of the partner area" });
const hrefs = (list: HTMLElement) =>
  within(list)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("the navigation leads to the pages for which the person has a right", async () => {
  await open("play.read");
  expect(hrefs(await nav())).not.toContain(partnerPaths.agents);
  expect(hrefs(await nav())).toContain(partnerPaths.security);
});

test("who manages sub-staff has its page, on a phone in a drawer", async () => {
  phone = true;
  const { router } = await open("agent.modify");
  await userEvent.click(await screen.findByRole("button", { name: "Open the menu" }));
  await userEvent.click(within(await nav()).getByRole("link", { name: "Sub-staff" }));
  await screen.findByRole("heading", { name: "Sub-staff" });
  expect(router.state.location.pathname).toBe(partnerPaths.agents);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an account that is ended meanwhile is at the login page at once", async () => {
  const { client } = await open("agent.modify");
  await nav();
  partnerEvents(client)({ cmd: "LOGOUT", data1: "ADMIN", data2: "", ver: 1 } as never);
  expect(await screen.findByLabelText("Password")).toBeDefined();
  expect(screen.getByRole("status").textContent).toContain("expired");
});
