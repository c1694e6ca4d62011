import { describe, expect, test } from "vitest";
import { netOf } from "#shared/bets/bet.ts";
import { betRequest } from "./bets.ts";
import { betSearch, withAge, withDays, withGroup } from "./search.ts";

describe("the address of the history", () => {
  test.each([
    [{}, {}],
    [
      { gameType: "slot", from: "2026-11-01", page: 3, size: 20 },
      { gameType: "slot", from: "2026-11-01", page: 3, size: 20 },
    ],
    [{ gameType: "chess", from: "2026-13-01", page: -1, oldYn: "maybe", size: 30 }, {}],
    [{ page: 1, oldYn: "N", size: 10 }, {}],
    [
      { oldYn: "Y", to: "2020-02-03" },
      { oldYn: "Y", to: "2020-02-03" },
    ],
    [
      { mode: "betting", page: "2.5", vendor: 201 },
      { mode: "betting", vendor: "201" },
    ],
  ])("%j is read as %j", (address, read) => {
    expect(betSearch(address)).toEqual(read);
  });

  test("another choice starts at the first page and keeps the other filters", () => {
    const week = { from: "2026-11-15", to: "2026-11-21" };
    expect(withAge({ gameType: "slot", page: 4, ...week }, true)).toEqual({ gameType: "slot", oldYn: "Y" });
    expect(withAge({ oldYn: "Y", page: 2, to: "2020-02-03" }, false)).toEqual({});
    expect(withDays({ mode: "betting", page: 2, from: "2026-11-01" }, { to: "2026-11-02" })).toEqual({
      mode: "betting",
      to: "2026-11-02",
    });
    expect(withGroup({ oldYn: "Y", page: 2, vendor: "7" }, "casino")).toEqual({ gameType: "casino", oldYn: "Y" });
    expect(withGroup({ gameType: "slot", ...week }, "all")).toEqual(week);
  });

  test("the api is asked for one side of three months (D-44), and for open bets alone in mode betting", () => {
    expect(betRequest({ gameType: "slot", from: "2026-11-15", to: "2026-11-21", page: 2, size: 50 })).toEqual({
      gameType: "slot",
      page: 2,
      count_per_list: 50,
      oldYn: "N",
      startDate: "2026-11-15",
      endDate: "2026-11-21",
    });
    expect(betRequest({ oldYn: "Y", mode: "betting", vendor: "201" })).toEqual({
      page: 1,
      count_per_list: 10,
      oldYn: "Y",
      betStatus: "WAIT",
      vendorCode: "201",
    });
  });
});

describe("what a round came to is win minus stake", () => {
  const bet = (result: string, betAmt: number, betWinAmt: number) => ({ result, betAmt, betWinAmt });
  test.each([
    [bet("PASS", 1_000, 2_500), 1_500],
    [bet("FAIL", 1_000, 400), -600],
    [bet("TIE", 1_000, 1_000), 0],
    [bet("WAIT", 1_000, 0), null],
    [bet("CANCEL", 1_000, 0), null],
  ])("%j: %s", (row, net) => {
    expect(netOf(row)).toBe(net);
  });
});
