import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnersTexts } from "#shared/i18n/partners-texts.ts";
import { rateKeys } from "#shared/office/rates.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { PartnersPage } from "./partners-page.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addPartnersTexts();
});
afterEach(() => vi.unstubAllGlobals());

const flat = (points: number) => Object.fromEntries(rateKeys.map((key) => [key, points]));
const terms = (points: number) => ({
  rates: flat(points),
  insuredFrom: 0,
  insuredPart: 0,
  since: "2026-11-01T03:00:00Z",
  until: null,
  lockedUntil: "2026-11-02T03:00:00Z",
  by: "harbor",
  byStaff: false,
  reason: "first",
});
const node = (memId: string, partner: boolean) => ({
  memId,
  memNick: memId,
  partner,
  partnerLevel: partner ? 1 : 0,
  status: "normal",
  cashAmt: 0,
  members: partner ? 1 : 0,
  partners: 0,
  cash: 700,
  online: 0,
});

const lowCard = {
  memId: "low01",
  memNick: "Low",
  partnerLevel: 2,
  upline: ["harbor"],
  rights: { pay: false, dayMax: 0, approve: false, version: 4 },
  pt: 40_000,
  owed: 0,
  logins: [
    { login: "low01", name: "", active: true, locked: false, enrolledAt: "2026-11-01T03:00:00Z", lastLoginAt: null },
    { login: "low01.mina", name: "Mina", active: true, locked: true, enrolledAt: null, lastLoginAt: null },
  ],
  current: terms(80),
  above: terms(100),
  history: [terms(80)],
};
/** A head office: no partner is above it. */
const headCard = { ...lowCard, memId: "harbor", partnerLevel: 1, upline: [], above: null, logins: [] };

async function open(at: string, more: Parameters<typeof stubApi>[0] = {}, rights = ["partners", "correct", "reset"]) {
  const calls = stubApi({
    "/api/admin/partner/tree": ({ node: of }) => ({
      list: of === "" ? [node("harbor", true)] : [node("minsu01", false)],
      next: "",
    }),
    "/api/admin/partner/card": () => lowCard,
    "/api/admin/approval/rules": () => ({
      list: ["partner.rates", "partner.rights"].map((act) => ({
        act,
        right: "partners",
        kind: "partner",
        bound: "",
        one: false,
        from: 0,
        done: 0,
      })),
    }),
    ...more,
  });
  const root = createRootRoute({ component: PartnersPage });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [at] }) });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}

const last = (calls: Awaited<ReturnType<typeof open>>, path: string) =>
  calls.findLast((call) => call.path === `/api/admin/partner/${path}`)?.body;

test("the tree begins with the head offices and opens below them", async () => {
  await open("/");
  await userEvent.click(await screen.findByRole("button", { name: "Open harbor" }));
  expect(await screen.findByText("minsu01 minsu01")).toBeTruthy();
});

test("rates are set with a reason within those of the partner above, though a day has not passed", async () => {
  const calls = await open("/?partner=low01", { "/api/admin/partner/rates": () => terms(90) });
  const dialog = within(await screen.findByRole("dialog"));
  const rate = await dialog.findByLabelText("Casino rolling");
  await userEvent.clear(rate);
  await userEvent.type(rate, "1.01");
  expect(dialog.getByRole("button", { name: "Set rates" })).toHaveProperty("disabled", true);
  await userEvent.clear(rate);
  await userEvent.type(rate, "0.9");
  await userEvent.click(dialog.getByRole("button", { name: "Set rates" }));
  expect(dialog.getByText("Enter a reason.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Reason for these rates"), "contract");
  await userEvent.click(dialog.getByRole("button", { name: "Set rates" }));
  const asked = within(await screen.findByRole("dialog", { name: "Change the rates of low01?" }));
  expect(asked.getByText("0.8% → 0.9%")).toBeDefined();
  expect(await asked.findByText(/A raise needs a second person/)).toBeDefined();
  expect(last(calls, "rates")).toBeUndefined();
  await userEvent.click(asked.getByRole("button", { name: "Set rates" }));
  await waitFor(() =>
    expect(last(calls, "rates")).toMatchObject({
      memId: "low01",
      rates: { casinoRolling: 90, sports1: 80 },
      reason: "contract",
    }),
  );
});

test("rights are set by the version that was shown", async () => {
  const calls = await open("/?partner=low01", { "/api/admin/partner/rights": () => ({}) });
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByLabelText("May pay and recall"));
  await userEvent.type(dialog.getByLabelText("Most it may pay on a day"), "5000");
  await userEvent.type(dialog.getByLabelText("Reason for these rights"), "contract");
  await userEvent.click(dialog.getByRole("button", { name: "Set rights" }));
  const asked = within(await screen.findByRole("dialog", { name: "Change the rights of low01?" }));
  expect(asked.getByText("no → yes")).toBeDefined();
  expect(asked.getByText("₩0 → ₩5,000")).toBeDefined();
  expect(last(calls, "rights")).toBeUndefined();
  await userEvent.click(asked.getByRole("button", { name: "Set rights" }));
  await waitFor(() =>
    expect(last(calls, "rights")).toMatchObject({
      memId: "low01",
      pay: true,
      dayMax: 5000,
      approve: false,
      version: 4,
    }),
  );
});

const head = { "/api/admin/partner/card": () => headCard };

test("PT is given to a head office with a reason, by the amount on the button", async () => {
  const calls = await open("/?partner=harbor", { ...head, "/api/admin/partner/pt/credit": () => ({ pt: 52_000 }) });
  await userEvent.click(await screen.findByRole("button", { name: "Give or take PT" }));
  const dialog = within(await screen.findByRole("dialog", { name: "PT of harbor" }));
  expect(dialog.getByText("₩40,000")).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Amount"), "12000");
  await userEvent.click(dialog.getByRole("button", { name: "Give ₩12,000" }));
  expect(dialog.getByText("Enter a reason.")).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Reason (for the audit)"), "bought");
  await userEvent.click(dialog.getByRole("button", { name: "Give ₩12,000" }));
  await waitFor(() =>
    expect(last(calls, "pt/credit")).toMatchObject({ memId: "harbor", amount: 12_000, reason: "bought" }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "PT of harbor" })).toBeNull());
});

test("no more PT is taken than there is, and a second person's approval is no failure", async () => {
  const calls = await open("/?partner=harbor", { ...head, "/api/admin/partner/pt/debit": () => "U035" });
  await userEvent.click(await screen.findByRole("button", { name: "Give or take PT" }));
  const dialog = within(await screen.findByRole("dialog", { name: "PT of harbor" }));
  await userEvent.click(dialog.getByText("Take"));
  await userEvent.type(dialog.getByLabelText("Reason (for the audit)"), "too much");
  await userEvent.type(dialog.getByLabelText("Amount"), "40001");
  await userEvent.click(dialog.getByRole("button", { name: "Take ₩40,001" }));
  expect(dialog.getByText("This is more than the partner has.")).toBeDefined();
  expect(last(calls, "pt/debit")).toBeUndefined();
  await userEvent.clear(dialog.getByLabelText("Amount"));
  await userEvent.type(dialog.getByLabelText("Amount"), "40000");
  await userEvent.click(dialog.getByRole("button", { name: "Take ₩40,000" }));
  await waitFor(() => expect(last(calls, "pt/debit")).toMatchObject({ amount: 40_000 }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "PT of harbor" })).toBeNull());
});

test("PT of a partner below another is shown, and comes from above", async () => {
  await open("/?partner=low01");
  expect(await screen.findByText("₩40,000")).toBeDefined();
  expect(screen.getByText(/gets PT from the partner above/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Give or take PT" })).toBeNull();
});

test("the authenticator of a partner is reset with a reason; that of its sub-staff is not staff's to reset", async () => {
  const calls = await open("/?partner=low01", { "/api/admin/partner/reset": () => ({}) });
  await userEvent.click(await screen.findByRole("button", { name: "Reset the authenticator of low01" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reset the authenticator of low01?" }));
  const reset = dialog.getByRole("button", { name: "Reset authenticator" });
  await userEvent.click(reset);
  expect(last(calls, "reset")).toBeUndefined();
  await userEvent.type(dialog.getByRole("textbox"), "lost the phone");
  await userEvent.click(reset);
  await waitFor(() => expect(last(calls, "reset")).toEqual({ memId: "low01", reason: "lost the phone" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Reset the authenticator/ })).toBeNull());
  expect(screen.getByText("low01.mina")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Reset the authenticator of low01.mina" })).toBeNull();
});

test("without their rights neither PT nor authenticators are offered", async () => {
  await open("/?partner=harbor", { "/api/admin/partner/card": () => ({ ...headCard, logins: lowCard.logins }) }, [
    "partners",
  ]);
  expect(await screen.findByText("low01.mina")).toBeDefined();
  expect(screen.getByText("Codes locked")).toBeDefined();
  expect(screen.queryByRole("button", { name: /Reset the authenticator/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Give or take PT" })).toBeNull();
});
