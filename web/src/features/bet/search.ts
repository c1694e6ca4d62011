import type { Req } from "#shared/api/client.ts";
import type { Format } from "#shared/i18n/format.tsx";
import { daysOf, isPeriod, type Period } from "#shared/period.ts";

/** The groups whose bets the api knows. */
export const betGroups = ["slot", "casino", "sports", "minigame"] as const;
export type BetGroup = (typeof betGroups)[number];

/** What the history's address says; absent parts are the defaults. oldYn Y: what is older than three months (D-44). */
export interface BetSearch {
  gameType?: BetGroup;
  period?: Period;
  oldYn?: "Y";
  page?: number;
}

export function isBetGroup(value: unknown): value is BetGroup {
  return betGroups.some((group) => group === value);
}

/** Reads an address; nonsense becomes the default. Older bets have no period: all of those are about now. */
export function betSearch(search: Record<string, unknown>): BetSearch {
  const page = Number(search.page);
  const old = search.oldYn === "Y";
  return {
    ...(isBetGroup(search.gameType) ? { gameType: search.gameType } : {}),
    ...(!old && isPeriod(search.period) && search.period !== "all" ? { period: search.period } : {}),
    ...(old ? { oldYn: "Y" } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}

/** The time choices as one list: periods of the last three months, and what is older. */
export const betTimes = ["all", "today", "week", "month", "old"] as const;
export type BetTime = (typeof betTimes)[number];

export function timeOf({ period = "all", oldYn }: BetSearch): BetTime {
  return oldYn === "Y" ? "old" : period;
}

/** The address after another choice; the page starts again. */
export function withTime(search: BetSearch, time: string): BetSearch {
  return betSearch({ ...search, page: 1, oldYn: time === "old" ? "Y" : "", period: time });
}

export function withGroup(search: BetSearch, group: string): BetSearch {
  return betSearch({ ...search, page: 1, gameType: group });
}

type BetRequest = Req<"/api/bet/betlist">;

/** The address as the api takes it. */
export function betRequest(search: BetSearch, format: Format, now: number): BetRequest {
  return {
    page: search.page ?? 1,
    oldYn: search.oldYn ?? "N",
    ...(search.gameType ? { gameType: search.gameType } : {}),
    ...daysOf(search.period ?? "all", format, now),
  };
}
