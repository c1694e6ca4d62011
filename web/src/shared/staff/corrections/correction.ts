import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { membersKey } from "#shared/staff/members.ts";
import { orAsked } from "#shared/staff/second-person.ts";

/** One bet by the number of its round, with the words that name it; undo: it is void, and is not to be any more. */
export interface OneBet {
  betIdx: number;
  undo: boolean;
  memId: string;
  /** Of its match, or of the first one. */
  name: string;
  stake: number;
}

/** The ended bets on a match, or one bet. */
export type Target = { eventIdx: number; home: string; away: string } | OneBet;

export type Preview = Res<"/api/admin/sports/correction">;

const key = ["sports", "correction"] as const;

/** Between two looks at a match that is being settled. */
const BUSY_MS = 1_000;

const wish = (target: Target) =>
  "eventIdx" in target
    ? { eventIdx: target.eventIdx }
    : { betIdx: target.betIdx, ...(target.undo && { undo: target.undo }) };

/** The preview of a correction. Aged: also to bets that ended more than 30 days ago. */
export function correctionQuery(target: Target, aged: boolean) {
  return queryOptions({
    queryKey: [...key, wish(target), aged],
    queryFn: ({ signal }) =>
      api.call("/api/admin/sports/correction", { ...wish(target), ...(aged && { aged }) }, { signal, retries: 1 }),
    staleTime: 0,
    // Figures that are not final are read again until they are.
    refetchInterval: ({ state }) => (state.data?.busy ? BUSY_MS : false),
  });
}

/** Orders a correction as it was shown, and reports whether it was done or waits for a second person (U035), which is no failure. */
export function useCorrect(target: Target) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      shown,
      aged,
      reason,
    }: {
      shown: Preview;
      aged: boolean;
      reason: string;
    }): Promise<"done" | "asked"> => {
      const { version, bets, gain, loss } = shown;
      const body: Req<"/api/admin/sports/correct"> = {
        ...wish(target),
        ...(aged && { aged }),
        version,
        bets,
        gain,
        loss,
        reason,
      };
      return orAsked(api.call("/api/admin/sports/correct", body).then(() => "done" as const));
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: membersKey })]),
  });
}
