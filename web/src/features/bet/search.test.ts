import { describe, expect, test } from "vitest";
import { makeFormat } from "#shared/i18n/format.tsx";
import { netOf, totalsOf } from "./bets.ts";
import { betRequest, betSearch, timeOf, withGroup, withTime } from "./search.ts";

describe("the address of the history", () => {
  test.each([
    [{}, {}],
    [
      { gameType: "slot", period: "week", page: 3 },
      { gameType: "slot", period: "week", page: 3 },
    ],
    [{ gameType: "chess", period: "century", page: -1, oldYn: "maybe" }, {}],
    [{ period: "all", page: 1, oldYn: "N" }, {}],
    [{ oldYn: "Y", period: "today" }, { oldYn: "Y" }],
    [{ mode: "betting", page: "2.5" }, {}],
  ])("%j is read as %j", (address, read) => {
    expect(betSearch(address)).toEqual(read);
  });

  test("another choice starts at the first page and keeps the other filter", () => {
    expect(withTime({ gameType: "slot", page: 4 }, "old")).toEqual({ gameType: "slot", oldYn: "Y" });
    expect(withTime({ gameType: "slot", oldYn: "Y", page: 2 }, "today")).toEqual({ gameType: "slot", period: "today" });
    expect(withGroup({ oldYn: "Y", page: 2 }, "casino")).toEqual({ gameType: "casino", oldYn: "Y" });
    expect(withGroup({ gameType: "slot", period: "week" }, "all")).toEqual({ period: "week" });
    expect(timeOf({ oldYn: "Y" })).toBe("old");
    expect(timeOf({})).toBe("all");
  });

  test("the api is asked for days of the site's clock, and for either side of three months (D-44)", () => {
    const format = makeFormat("en", { currency: "KRW", timeZone: "Asia/Seoul" });
    const now = Date.parse("2026-11-20T20:00:00Z"); // the 21st in Seoul
    expect(betRequest({ gameType: "slot", period: "week", page: 2 }, format, now)).toEqual({
      gameType: "slot",
      page: 2,
      oldYn: "N",
      startDate: "2026-11-15",
      endDate: "2026-11-21",
    });
    expect(betRequest({ oldYn: "Y" }, format, now)).toEqual({ page: 1, oldYn: "Y" });
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

  test("the foot adds up what is settled", () => {
    const rows = [bet("PASS", 1_000, 2_500), bet("FAIL", 1_000, 0), bet("WAIT", 700, 0), bet("CANCEL", 300, 0)];
    expect(totalsOf(rows)).toEqual({ stake: 2_000, win: 2_500, net: 500 });
    expect(totalsOf([])).toEqual({ stake: 0, win: 0, net: 0 });
  });
});
