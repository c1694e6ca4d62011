import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";
import { useOnce } from "#shared/api/use-once.ts";
import { matchKey } from "#shared/sports/book.ts";
import type { AcceptChoice, Placed } from "./bets.ts";
import { type RefusedSlip, readRefusal } from "./refused.ts";
import { legId } from "./slip.ts";
import type { LegNow } from "./use-legs.ts";

/** A slip that was not placed. */
export interface Failed {
  error: unknown;
  /** The detail of the refusal beside its code. */
  detail: RefusedSlip | undefined;
  /** The legs of the bet that was refused, by their IDs. */
  legs: string[];
}

interface Order {
  legs: readonly LegNow[];
  stake: number;
  accept: AcceptChoice;
}

/** The text of a bet, by which the same one is known when it is sent again. */
const written = ({ legs, stake, accept }: Order) =>
  JSON.stringify([stake, accept, legs.map(({ selection }) => [legId(selection), selection.price])]);

/** Places bets one after the other, each once although its answer was lost. */
export function usePlace(onPlaced: (placed: Placed, legs: readonly LegNow[]) => void) {
  const client = useQueryClient();
  const once = useOnce();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>();

  const placeOne = (order: Order): Promise<Placed> => {
    const request = {
      // As the member saw it: what moved since was agreed to before, or is taken by their choice.
      legs: order.legs.map(({ selection: { marketIdx, pick: key, price, version } }) => ({
        marketIdx,
        key,
        price,
        version,
      })),
      stake: order.stake,
      accept: order.accept,
    };
    return once(written(order), (key) => api.call("/api/bet/betProc", request, { key }));
  };

  const place = async (orders: readonly Order[]): Promise<void> => {
    setBusy(true);
    setFailed(undefined);
    try {
      for (const order of orders) {
        try {
          onPlaced(await placeOne(order), order.legs);
        } catch (error) {
          const detail = error instanceof ApiError ? readRefusal(error.detail) : undefined;
          setFailed({ error, detail, legs: order.legs.map(({ selection }) => legId(selection)) });
          // The prices of the page were not those of now.
          if (detail?.reason) void client.invalidateQueries({ queryKey: matchKey });
          return;
        }
      }
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ["bet"] });
    }
  };
  return { busy, failed, place, forget: () => setFailed(undefined) };
}
