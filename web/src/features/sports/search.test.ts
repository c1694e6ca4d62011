import { expect, test } from "vitest";
import { matchesRequest, sportsSearch } from "./search.ts";

const NOW = Date.parse("2026-11-26T12:02:00Z");

test("nonsense in the address is the whole book", () => {
  expect(sportsSearch({ sport: "chess", league: "-1", view: "past", market: "btts", q: "" })).toEqual({});
  expect(sportsSearch({ sport: "tennis", league: "7", view: "live", market: "total", q: "x" })).toEqual({
    sport: "tennis",
    league: 7,
    view: "live",
    market: "total",
    q: "x",
  });
});

test("a view is asked for by its end, which moves in steps so that the list keeps its name", () => {
  expect(matchesRequest({ view: "soon" }, [], NOW)).toEqual({ count: 50, toAt: "2026-11-26T15:05:00.000Z" });
  expect(matchesRequest({ view: "soon" }, [], NOW + 60_000)).toEqual(matchesRequest({ view: "soon" }, [], NOW));
  expect(matchesRequest({ view: "day", sport: "tennis" }, [], NOW)).toMatchObject({
    toAt: "2026-11-27T12:05:00.000Z",
    sport: "tennis",
  });
  expect(matchesRequest({ view: "kept" }, [3, 4], NOW)).toEqual({ count: 50, eventIdxs: [3, 4] });
  expect(matchesRequest({ view: "live", league: 7, q: "ab" }, [], NOW)).toEqual({
    count: 50,
    live: true,
    leagueIdx: 7,
    search: "ab",
  });
});
