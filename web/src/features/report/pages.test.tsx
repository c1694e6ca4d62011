import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { DistributorPage } from "./distributor-page.tsx";
import { StatementPage } from "./statement-page.tsx";
import { WinLosePage } from "./winlose-page.tsx";

afterEach(() => vi.unstubAllGlobals());

const at = "2026-09-10T12:00:00Z";
const zero = { groupCode: "", procId: "", name: "", rounds: 0, stake: 0, payout: 0, open: 0, result: 0 };
const pageInfo = { page: 1, countPerList: 10, total: 1, pages: 1 };
const netDeposits = { depositAmt: 100_000, withdrawAmt: 130_000, netAmt: -30_000 };

test("win/lose: the sum first, a loss with its sign, a studio that is gone by what it is", async () => {
  const lost = {
    ...zero,
    groupCode: "slot",
    procId: "201",
    name: "Hanok Studio",
    rounds: 4,
    stake: 4_000,
    payout: 1_000,
  };
  stubApi({
    "/api/report/winlose": () => ({
      since: at,
      until: at,
      list: [
        { ...lost, result: -3_000 },
        { ...zero, groupCode: "other", rounds: 1, stake: 500, open: 500 },
      ],
      dayList: [{ date: "2026-09-10", stake: 4_000, payout: 1_000 }],
      netDeposits,
      total: { ...zero, rounds: 5, stake: 4_500, payout: 1_000, open: 500, result: -3_000 },
    }),
  });
  await show(<WinLosePage search={{}} onSearch={() => undefined} play="play" care="care" />);
  const table = await screen.findByRole("table", { name: "Win / lose" });
  expect(within(table).getByText("Hanok Studio")).toBeTruthy();
  expect(within(table).getByText("Games no longer offered")).toBeTruthy();
  expect(screen.getAllByText((_, element) => element?.textContent === "−₩3,000").length).toBeGreaterThan(0);
  // S-21: the net deposits are those of all time, with their explanation.
  expect(screen.getAllByText((_, element) => element?.textContent === "−₩30,000").length).toBeGreaterThan(0);
  expect(screen.getByText(/Everything you have ever deposited/)).toBeTruthy();
  expect(screen.getByText("care")).toBeTruthy();
});

test("win/lose: nothing was played", async () => {
  stubApi({ "/api/report/winlose": () => ({ since: at, until: at, list: [], dayList: [], netDeposits, total: zero }) });
  await show(
    <WinLosePage
      search={{ from: "2026-09-10", to: "2026-09-10" }}
      onSearch={() => undefined}
      play="play"
      care="care"
    />,
  );
  expect(await screen.findByText("You have not played in this period")).toBeTruthy();
  expect(screen.getByText("play")).toBeTruthy();
});

test("the statement names each move and its account, and an unknown kind is a change", async () => {
  const row = { createdAt: at, contra: "", ref: "r", balance: 900, unit: "cash" };
  stubApi({
    "/api/report/statement": () => ({
      pageInfo,
      totals: [
        { unit: "cash", inAmt: 0, outAmt: 100 },
        { unit: "point", inAmt: 7_700, outAmt: 300 },
      ],
      list: [
        { ...row, no: 3, kind: "of.tomorrow", amount: -100 },
        { ...row, no: 2, kind: "withdraw.hold", unit: "hold", amount: 500 },
        { ...row, no: 1, kind: "rotary", unit: "point", amount: 100 },
      ],
    }),
  });
  await show(<StatementPage search={{}} onSearch={() => undefined} begin="begin" />);
  const rows = await screen.findAllByRole("row");
  expect(rows.at(-1)?.textContent).toBe("TotalBalance: ₩0 / −₩100Points: +7,700 P / −300 P");
  expect(rows.slice(1, -1).map((line) => line.textContent)).toEqual([
    expect.stringContaining("Balance changed"),
    expect.stringContaining("Held for a withdrawal"),
    expect.stringContaining("+100 P"),
  ]);
});

test("the statement is saved as a file of the days that are shown; a refusal is said and can be repeated", async () => {
  let refuse = true;
  const calls = stubApi({
    "/api/report/statement": () => ({ pageInfo, totals: [], list: [] }),
    "/api/report/statement.csv": () => (refuse ? "E002" : new Blob(["No"], { type: "text/csv" })),
  });
  const saved: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const days = { from: "2026-08-01", to: "2026-08-31" };
  await show(<StatementPage search={days} onSearch={() => undefined} begin="begin" />);
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  await userEvent.click(screen.getByRole("button", { name: "CSV" }));
  const alert = await screen.findByRole("alert");
  refuse = false;
  await userEvent.click(within(alert).getByRole("button"));
  await waitFor(() => expect(saved).toEqual(["statement-2026-08-01-2026-08-31.csv"]));
  expect(calls.at(-1)?.body).toEqual({ startDate: days.from, endDate: days.to });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an affiliate has its ID and link to invite with, and its members' figures behind the partner area's door only", async () => {
  const calls = stubApi({});
  const page = (affiliate: boolean) => (
    <DistributorPage memId="kim01" affiliate={affiliate} area={<a href="/partner">Partner area</a>} ask="ask" />
  );
  const first = await show(page(true));
  expect(screen.getByText("kim01")).toBeTruthy();
  expect(screen.getByText(`${location.origin}/signup?ref=kim01`)).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code of your invite link" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Partner area" }).getAttribute("href")).toBe("/partner");
  first.unmount();
  await show(page(false));
  expect(screen.getByText("This page is for partners")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Partner area" })).toBeNull();
  expect(screen.getByText("ask")).toBeTruthy();
  expect(calls).toEqual([]);
});
