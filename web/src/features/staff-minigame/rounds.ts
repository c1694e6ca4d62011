import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { type DrawGame, drawGames } from "#shared/minigame/games.ts";
import { pollEvery } from "#shared/query.ts";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";

export type Round = Res<"/api/admin/minigame/rounds">["list"][number];
export type Performance = Res<"/api/admin/minigame/performance">;

const officeKey = ["draw-office"] as const;

const PER_PAGE = 50;
/** The hub does not report rounds to staff: the lists are read again while they are in sight. */
const ROUNDS_MS = 15_000;
const PERFORMANCE_MS = 60_000;

/** The parts of the page, by their words in the address. */
export const parts = ["rounds", "performance"] as const;

/** How many days the performance can be shown for; 30 are the default. */
export const spans = [7, 30, 90, 365] as const;
const DEFAULT_SPAN = 30;

function spanOf(value: unknown): number | undefined {
  const days = spans.find((span) => span === Number(value));
  return days === DEFAULT_SPAN ? undefined : days;
}

/** Reads the search parameters. Rounds are those of one game, the first by default; the performance is that of all games by default. */
export const minigameSearch = searchOf({
  part: oneOf(["performance"]),
  game: oneOf(drawGames),
  days: spanOf,
  page: pageOf,
});

/** A page of the rounds of a game, the newest first, with what members of the site staked on them. */
export function roundsQuery(gameCode: DrawGame, page: number) {
  return queryOptions({
    queryKey: [...officeKey, "rounds", gameCode, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/minigame/rounds", { gameCode, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollEvery(ROUNDS_MS),
    meta: { personal: true },
  });
}

/** The stakes and payments of the site by day and game, and the return of each game over all sites. */
export function performanceQuery(days: number = DEFAULT_SPAN) {
  return queryOptions({
    queryKey: [...officeKey, "performance", days],
    queryFn: ({ signal }) => api.call("/api/admin/minigame/performance", { days }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollEvery(PERFORMANCE_MS),
    meta: { personal: true },
  });
}

/** Voids a round. The lists are read again before the caller hears of it, after a refusal too. */
export function useVoidRound() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/minigame/void">) => api.call("/api/admin/minigame/void", body),
    onSettled: () => client.invalidateQueries({ queryKey: officeKey }),
  });
}

/** Where a round stands. planned: it takes no bets yet; voiding: staff voided it, and its stakes are about to go back. */
type Step = "planned" | "open" | "closed" | "due" | "voiding" | "drawn" | "void";

/** Returns where a round stands at a time (ms, of the server). */
export function stepOf({ state, endedBy, opensAt, closesAt, drawsAt }: Round, now: number): Step {
  if (state === "drawn" || state === "void") return state;
  if (endedBy !== "") return "voiding";
  if (now >= Date.parse(drawsAt)) return "due";
  if (now >= Date.parse(closesAt)) return "closed";
  return now >= Date.parse(opensAt) ? "open" : "planned";
}

/** Reports whether a round can be voided: as long as it can take bets. Afterwards its outcome may be known before the workers are told. */
export function isVoidable(step: Step): boolean {
  return step === "planned" || step === "open";
}
