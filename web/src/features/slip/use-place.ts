import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, newKey } from "#shared/api/client.ts";
import { ApiError, isCode } from "#shared/api/error.ts";
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

/**
 * Places bets one after the other. A bet whose answer was lost keeps its key: sent again as it is, it is the same bet, and the answer
 * is that of the first time (D-48).
 */
export function usePlace(onPlaced: (placed: Placed, legs: readonly LegNow[]) => void) {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>();

  const placeOne = async (order: Order): Promise<Placed> => {
    const name = written(order);
    const key = keys.current.get(name) ?? newKey();
    keys.current.set(name, key);
    try {
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
      const placed = await api.call("/api/bet/betProc", request, { key });
      keys.current.delete(name);
      return placed;
    } catch (error) {
      if (!isCode(error, "9999")) keys.current.delete(name);
      throw error;
    }
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
