import type { Market, Match } from "./book.ts";

/** Test only: a market of the match below. */
export function market(over: Partial<Market> & { id: number }): Market {
  return {
    kind: "1x2",
    period: "full",
    line: 0,
    main: true,
    state: "open",
    version: 1,
    prices: [
      { key: "home", price: 1_850, version: 11, active: true },
      { key: "draw", price: 3_400, version: 12, active: true },
      { key: "away", price: 4_200, version: 13, active: true },
    ],
    ...over,
  };
}

/** Test only: a match that has not begun, with the winner, a handicap and a total. */
export function match(over: Partial<Match> & { eventIdx: number }): Match {
  return {
    sport: "soccer",
    leagueIdx: 1,
    leagueName: "First Division",
    country: "",
    home: "Northfield",
    away: "Southport",
    progress: {
      state: "scheduled",
      startsAt: "2026-11-26T12:00:00Z",
      period: "",
      clock: 0,
      clockAt: "2026-11-26T12:00:00Z",
      home: 0,
      away: 0,
      suspended: false,
      reason: "",
      version: 1,
    },
    markets: [
      market({ id: 100 * over.eventIdx + 1 }),
      market({
        id: 100 * over.eventIdx + 2,
        kind: "handicap",
        line: -2,
        prices: [
          { key: "home", price: 1_920, version: 21, active: true },
          { key: "away", price: 1_930, version: 22, active: true },
        ],
      }),
      market({
        id: 100 * over.eventIdx + 3,
        kind: "total",
        line: 10,
        prices: [
          { key: "over", price: 1_950, version: 31, active: true },
          { key: "under", price: 1_900, version: 32, active: true },
        ],
      }),
    ],
    count: 3,
    ...over,
  };
}
