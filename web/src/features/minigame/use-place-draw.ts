import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { ApiError, isCode } from "#shared/api/error.ts";
import { useOnce } from "#shared/api/use-once.ts";
import { limitsQuery } from "#shared/bets/limits.ts";
import { drawBetsQuery, payTableQuery } from "./games.ts";

type Placed = Res<"/api/bet/betProc">;
type DrawPick = NonNullable<Req<"/api/bet/betProc">["draw"]>;

interface Order {
  stake: number;
  draw: DrawPick;
}

/** Whether a bet was refused because its round takes no more. */
export function isClosed(error: unknown): boolean {
  const detail = error instanceof ApiError ? error.detail : undefined;
  return typeof detail === "object" && detail !== null && "reason" in detail && detail.reason === "closed";
}

/** Places a bet on a draw, once although its answer was lost. */
export function usePlaceDraw() {
  const client = useQueryClient();
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const place = async ({ stake, draw }: Order): Promise<Placed | null> => {
    const name = JSON.stringify([stake, draw.game, draw.no, draw.selection, draw.price]);
    setBusy(true);
    setError(null);
    try {
      return await once(name, (key) => api.call("/api/bet/betProc", { legs: [], stake, draw }, { key }));
    } catch (fault) {
      setError(fault);
      // The prices or the limits of the page were not those of now.
      if (isCode(fault, "RATE_LIMIT_EXCEPTION")) void client.invalidateQueries(payTableQuery(draw.game));
      if (isCode(fault, "B6001") || isCode(fault, "B6002") || isCode(fault, "B6003"))
        void client.invalidateQueries(limitsQuery);
      return null;
    } finally {
      setBusy(false);
      void client.invalidateQueries(drawBetsQuery(draw.game));
    }
  };
  return { busy, error, place, forget: () => setError(null) };
}
