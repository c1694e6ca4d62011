import type { Req } from "#shared/api/client.ts";
import type { Format } from "#shared/i18n/format.tsx";
import { daysOf, periodOf } from "#shared/period.ts";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";

/** The groups whose bets the api knows. */
export const betGroups = ["slot", "casino", "sports", "minigame"] as const;
export type BetGroup = (typeof betGroups)[number];

export function isBetGroup(value: unknown): value is BetGroup {
  return betGroups.some((group) => group === value);
}

const readSearch = searchOf({ gameType: oneOf(betGroups), period: periodOf, oldYn: oneOf(["Y"]), page: pageOf });
export type BetSearch = ReturnType<typeof readSearch>;

/** Reads the search parameters of the history. oldYn Y means bets older than three months (D-44), which have no period. */
export function betSearch(search: Record<string, unknown>): BetSearch {
  return readSearch(search.oldYn === "Y" ? { ...search, period: undefined } : search);
}

/** The choices of time as one list: periods of the last three months, and older bets. */
export const betTimes = ["all", "today", "week", "month", "old"] as const;
export type BetTime = (typeof betTimes)[number];

export function timeOf({ period, oldYn }: BetSearch): BetTime {
  return oldYn === "Y" ? "old" : (period ?? "all");
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
    ...daysOf(search.period, format, now),
  };
}
