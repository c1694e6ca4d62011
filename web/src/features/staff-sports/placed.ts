import { queryOptions } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { orAsked } from "#shared/staff/second-person.ts";
import { fromSiteTime } from "#shared/staff/site-time.ts";
import { sportsKey, useAct } from "./matches.ts";

export type Placed = Req<"/api/admin/sports/placed">;
export type PlacedPreview = Res<"/api/admin/sports/placed">;

/** Between two looks at a match that is being settled. */
const BUSY_MS = 1_000;
const MINUTE_MS = 60_000;

/** The time of two fields, the last minute included; null while they name none. */
export function timeOf(from: string, to: string, timeZone: string): Pick<Placed, "from" | "to"> | null {
  const begins = fromSiteTime(from, timeZone);
  const ends = fromSiteTime(to, timeZone);
  if (begins === null || ends === null || ends < begins) return null;
  return { from: begins, to: new Date(Date.parse(ends) + MINUTE_MS - 1).toISOString() };
}

/** The preview of voiding the bets of a time. */
export function placedQuery(wanted: Placed | null) {
  return queryOptions({
    queryKey: [...sportsKey, "placed", wanted],
    queryFn: ({ signal }) =>
      api.call("/api/admin/sports/placed", wanted ?? { eventIdx: 0, marketIdx: 0, from: "", to: "" }, {
        signal,
        retries: 1,
      }),
    enabled: wanted !== null,
    staleTime: 0,
    // Figures that are not final are read again until they are.
    refetchInterval: ({ state }) => (state.data?.busy ? BUSY_MS : false),
    meta: { personal: true },
  });
}

/** Voids the bets of a time as it was shown, and returns "asked" if it waits for a second person. */
export const useVoidPlaced = () =>
  useAct((body: Req<"/api/admin/sports/placed/void">) =>
    orAsked(api.call("/api/admin/sports/placed/void", body).then(() => "done" as const)),
  );

/** Takes the void of the bets of a time back, and returns "asked" if it waits for a second person. */
export const useUndoPlaced = () =>
  useAct((body: Req<"/api/admin/sports/placed/undo">) => orAsked(api.call("/api/admin/sports/placed/undo", body)));
