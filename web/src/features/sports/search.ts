import { idOf, oneOf, searchOf, textOf } from "#shared/search.ts";
import { isSport } from "#shared/sports/sports.ts";

/** live: in play. soon: within three hours. day: within 24 hours. kept: the member's favourites. */
export const views = ["live", "soon", "day", "kept"] as const;
/** The market whose prices a list shows; the winner is the default. */
export const listed = ["handicap", "total"] as const;

export const LONGEST = 40;

/** Reads the search of the page of matches. */
export const sportsSearch = searchOf({
  sport: (value) => (isSport(value) ? value : undefined),
  league: idOf,
  view: oneOf(views),
  market: oneOf(listed),
  q: (value) => textOf(value)?.slice(0, LONGEST),
});
export type SportsSearch = ReturnType<typeof sportsSearch>;

const HOUR_MS = 3_600_000;
/** The end of a view moves in steps, so that its list has one name for a while. */
const STEP_MS = 300_000;

/** The matches of a view as the api takes them. `kept` are the member's favourites; `now` is in ms. */
export function matchesRequest({ sport, league, view, q }: SportsSearch, kept: readonly number[], now: number) {
  const within = (hours: number) => ({
    toAt: new Date(Math.ceil(now / STEP_MS) * STEP_MS + hours * HOUR_MS).toISOString(),
  });
  return {
    count: 50,
    ...(sport && { sport }),
    ...(league && { leagueIdx: league }),
    ...(q && { search: q }),
    ...(view === "live" && { live: true }),
    ...(view === "soon" && within(3)),
    ...(view === "day" && within(24)),
    ...(view === "kept" && { eventIdxs: [...kept] }),
  };
}
