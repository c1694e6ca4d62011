import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addRequestsTexts } from "#shared/i18n/requests-texts.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { requestsSearch } from "./requests.ts";
import { RequestsPage } from "./requests-page.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addRequestsTexts();
});
afterEach(() => vi.unstubAllGlobals());

const row = (idx: number, memId: string, status: number) => ({
  idx,
  cashType: "in",
  memId,
  memNick: memId,
  amount: 10_000 * idx,
  status,
  depositor: "Kim",
  bank: "",
  accountNo: "",
  accountHolder: "",
  requestedAt: "2026-11-23T03:00:00Z",
  processedAt: null,
  processedBy: status === 0 ? "" : "sora",
  memo: "",
});

const next = { at: "2026-11-23T03:00:00Z", idx: 2 };

async function open(address: string, more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    "/api/admin/cash/requests": ({ after }) =>
      after
        ? { list: [row(1, "older", 1)], totals: [], next: null }
        : {
            list: [row(3, "minsu", 0), row(2, "jiwoo", 1)],
            totals: [
              { cashType: "in", status: 0, count: 1, amount: 30_000 },
              { cashType: "in", status: 1, count: 2, amount: 130_000 },
              { cashType: "out", status: 1, count: 1, amount: 50_000 },
            ],
            next,
          },
    "/api/admin/view/list": () => ({ list: [] }),
    ...more,
  });
  const root = createRootRoute({ component: RequestsPage });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [address] }) });
  const view = await show(<RouterProvider router={router as never} />);
  view.client.setQueryData(sessionKey, { admin: { rights: ["cash"] } });
  return calls;
}

test("nonsense in the address selects all", () => {
  expect(requestsSearch({ kind: "x", state: "old", min: "-1", from: "soon" })).toEqual({});
  expect(requestsSearch({ state: "refused", max: "5", by: 7 })).toEqual({ state: "refused", max: 5, by: "7" });
});

test("the address is what is asked for, older requests come behind the last one shown, and totals are of the whole", async () => {
  const calls = await open("/?kind=in&state=refused&min=10&from=2026-11-01&by=sora");
  await screen.findByText("minsu");
  const asked = () => calls.filter(({ path }) => path.endsWith("/requests"));
  expect(asked()[0]?.body).toMatchObject({ cashType: "in", status: [-2], minAmount: 10, handledBy: "sora" });
  expect(asked()[0]?.body.startDate).toContain("2026-11-01");
  const totals = within(screen.getByRole("region", { name: "Totals of the selection" }));
  expect(totals.getByText("₩130,000")).toBeDefined();
  expect(totals.getByText("₩80,000")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  await screen.findByText("older");
  expect(asked().at(-1)?.body.after).toEqual(next);
  expect(screen.queryByText("minsu")).toBeNull();
  expect(screen.getByText("₩130,000")).toBeDefined();
  expect(screen.getByRole("button", { name: "Next page" }).hasAttribute("disabled")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
  await screen.findByText("minsu");
});

test("a filter that is changed asks again, from the newest on", async () => {
  const calls = await open("/");
  await screen.findByText("minsu");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Status" }), "done");
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ status: [1] }));
  expect(calls.at(-1)?.body.after).toBeUndefined();
});

test("a file that was cut is told on the page", async () => {
  const saved = vi.fn(() => "blob:x");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  let cut = false;
  await open("/");
  await screen.findByText("minsu");
  const stubbed = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    String(address).endsWith(".csv")
      ? Promise.resolve(
          new Response("No", { headers: { "content-type": "text/csv", ...(cut && { "x-file-cut": "1" }) } }),
        )
      : stubbed(address, init),
  );
  const download = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await userEvent.click(screen.getByRole("button", { name: "CSV" }));
  };
  await download();
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(screen.queryByText(/only the newest 50,000 rows/)).toBeNull();
  cut = true;
  await download();
  await screen.findByText(/only the newest 50,000 rows/);
});

test("an empty selection says so", async () => {
  await open("/", { "/api/admin/cash/requests": () => ({ list: [], totals: [], next: null }) });
  await screen.findByText("No requests match");
});
