import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { match as sample } from "#shared/sports/samples.ts";
import { sessionKey } from "#shared/staff/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import type { Match } from "./matches.ts";

const { progress } = sample({ eventIdx: 1 });

/** Test only: a match in play with bets on it. */
export const live: Match = {
  eventIdx: 7,
  sport: "soccer",
  unit: "goals",
  innerUnit: "",
  parts: [],
  halves: true,
  overtime: true,
  leagueIdx: 1,
  leagueName: "First Division",
  country: "KR",
  home: "Northfield",
  away: "Southport",
  progress: { ...progress, state: "live", period: "h2", clock: 3_000, home: 1, away: 0 },
  feed: "sim",
  feedId: "M7",
  heldBy: "",
  off: false,
  margin: 0,
  parked: 0,
  voided: 0,
  otherwise: { voids: 0, late: 0, others: 0 },
  result: null,
  open: {
    bets: 12,
    stakes: 40_000,
    pays: 90_000,
    winner: [
      { key: "home", bets: 8, stakes: 30_000, pays: 55_000, worst: -15_000 },
      { key: "away", bets: 4, stakes: 10_000, pays: 35_000, worst: 5_000 },
    ],
  },
};

/** Test only: shows a page at an address, to staff with these rights, and returns the calls that it makes. */
export async function open(
  page: () => ReactNode,
  address: string,
  answers: Parameters<typeof stubApi>[0],
  rights = ["sports", "trade"],
) {
  const calls = stubApi(answers);
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = newTestClient();
  client.setQueryData(sessionKey, { admin: { memId: "kim", rights } });
  await show(<RouterProvider router={router as never} />, "en", client);
  return calls;
}
