import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { rateKeys } from "#shared/office/rates.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { RatesCsPage, RatesSmPage } from "./rates-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const flat = (points: number) => Object.fromEntries(rateKeys.map((key) => [key, points]));
const terms = (points: number, more: object = {}) => ({
  rates: flat(points),
  insuredFrom: 0,
  insuredPart: 0,
  since: "2026-11-01T03:00:00Z",
  until: null,
  lockedUntil: null,
  by: "",
  reason: "",
  ...more,
});

async function open(page: typeof RatesCsPage, more: Parameters<typeof stubApi>[0] = {}, child: object = {}) {
  const calls = stubApi({
    "/api/partner/rate/info": () => terms(125),
    "/api/partner/rate/children": () => ({
      list: [{ memId: "sub01", memNick: "Sub", partnerLevel: 2, ...terms(80), ...child }],
      more: false,
    }),
    ...more,
  });
  const root = createRootRoute({ component: page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, {
    agent: { agentId: "harbor", memId: "harbor", rights: ["lower.read", "rate.modify"] },
  });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

test("the page says what the partner has, gives on and keeps", async () => {
  await open(RatesCsPage);
  const own = await screen.findByRole("region", { name: "Your rates" });
  expect(own.textContent).toContain("1.25%");
  const line = (await screen.findByText("sub01 Sub")).closest("tr") as HTMLElement;
  expect(within(line).getAllByText("you keep 0.45%")).toHaveLength(4);
  expect(screen.queryByText("Minigame rolling")).toBeNull();
});

test("one part of the rates is set within the own ones, and the other part stays", async () => {
  const calls = await open(RatesSmPage, { "/api/partner/rate/set": () => terms(80) });
  await userEvent.click(await screen.findByRole("button", { name: "Set the rates of sub01" }));
  const dialog = within(screen.getByRole("dialog"));
  const rate = dialog.getByLabelText("Minigame rolling");
  await userEvent.clear(rate);
  await userEvent.type(rate, "1.26");
  expect(dialog.getByRole("button", { name: "Set rates" })).toHaveProperty("disabled", true);
  await userEvent.clear(rate);
  await userEvent.type(rate, "1.2");
  await userEvent.click(dialog.getByRole("button", { name: "Set rates" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const body = calls.find(({ path }) => path === "/api/partner/rate/set")?.body;
  expect(body).toMatchObject({ memId: "sub01", rates: { minigameRolling: 120, casinoRolling: 80 } });
});

test("rates that were changed today are locked until tomorrow", async () => {
  await open(RatesCsPage, {}, { lockedUntil: "2026-11-02T03:00:00Z" });
  await userEvent.click(await screen.findByRole("button", { name: "Set the rates of sub01" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByText(/Rates can be changed once a day/)).toHaveLength(2);
  expect(dialog.getByRole("button", { name: "Set rates" })).toHaveProperty("disabled", true);
});

test("a refusal of the server stands in the dialog", async () => {
  await open(RatesCsPage, { "/api/partner/rate/set": () => "G010" });
  await userEvent.click(await screen.findByRole("button", { name: "Set the rates of sub01" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Set rates" }));
  expect(await dialog.findByText(/cannot be higher than the upper partner/)).toBeTruthy();
});

test("the history names the times in which rates held", async () => {
  await open(RatesCsPage, {
    "/api/partner/rate/history": () => ({
      list: [terms(80, { reason: "as agreed" }), terms(70, { until: "2026-11-01T03:00:00Z" })],
      more: false,
    }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Rates of sub01" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText(/as agreed/)).toBeTruthy();
  expect(dialog.getAllByText(/Casino rolling/)).toHaveLength(2);
});
