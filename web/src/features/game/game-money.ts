import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";

/** The member's money in one provider's transfer wallet. */
export type GameMoney = Res<"/api/cash/gameMoney">["list"][number];

const key = ["game", "money"] as const;
const bringBackKey = [...key, "back"] as const;

/**
 * A provider's changes send no event, so its word is asked for again while an order is pending or a game is open. The server
 * limits how often it asks the provider, however many pages ask.
 */
const OPEN_POLL_MS = 5_000;

export function isOnItsWay({ toGame, fromGame }: GameMoney): boolean {
  return toGame > 0 || fromGame > 0;
}

/** Vendors that have money of the member, or to or from which some is on its way, or whose game is open. */
export const gameMoneyQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await api.call("/api/cash/gameMoney", {}, { signal, retries: 1 })).list,
  refetchInterval: (query) =>
    query.state.data?.some((money) => money.open || isOnItsWay(money)) ? pollEvery(OPEN_POLL_MS)(query) : false,
  meta: { personal: true },
});

/** A game was opened, left or refused: what it has may be another amount now. */
export function askGameMoney(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: key, exact: true });
}

/**
 * The balance moved: asks again for the money in games if there is any. Most members have none, and then each of their bets
 * would cause a call for nothing.
 */
export function balanceMoved(client: QueryClient): void {
  if ((client.getQueryData(gameMoneyQuery.queryKey) ?? []).length > 0) askGameMoney(client);
}

/**
 * Brings everything back from a vendor. The mutation is busy until the list knows that nothing is there any more; what the
 * vendor did not answer is on its way in the list from then on, and its end is news.
 */
export function useBringBack(onAnswer: (answer: Res<"/api/cash/outGameMoney">) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: bringBackKey,
    mutationFn: (vendor: string) => api.call("/api/cash/outGameMoney", { vendor }),
    onSuccess: (answer, vendor) => {
      if (answer.status === "wait") {
        client.setQueryData(gameMoneyQuery.queryKey, (list) =>
          list?.map((money) => (money.vendor === vendor ? { ...money, fromGame: answer.outAmt } : money)),
        );
      }
      onAnswer(answer);
    },
    // Else the event or the poll asks; asked for at once, the list could be past its end before anybody saw its beginning.
    onSettled: (answer) =>
      answer?.status === "wait" ? undefined : client.invalidateQueries({ queryKey: key, exact: true }),
  });
}

/**
 * Reports whether a call of useBringBack is under way. Its caller announces the outcome, so the list must not do so as well.
 */
export function isBringingBack(client: QueryClient): boolean {
  return client.isMutating({ mutationKey: bringBackKey }) > 0;
}

/** The outcome of a transfer that was on its way. */
export interface GameMoneyNews {
  kind: "back" | "stayed" | "arrived" | "returned";
  name: string;
  amount: number;
}

/**
 * Compares two lists and returns the orders that were closed in between; the provider's balance shows how each ended. Nothing
 * is returned while a game is open, because its balance changes with each round.
 */
export function newsOf(before: GameMoney[], after: GameMoney[]): GameMoneyNews[] {
  return before.flatMap(({ vendor, name, amt, toGame, fromGame }): GameMoneyNews[] => {
    const now = after.find((money) => money.vendor === vendor);
    if (now && (now.open || isOnItsWay(now))) return [];
    const has = now?.amt ?? 0;
    if (fromGame > 0) return [{ kind: has < amt ? "back" : "stayed", name, amount: fromGame }];
    if (toGame > 0) return [{ kind: has > amt ? "arrived" : "returned", name, amount: toGame }];
    return [];
  });
}
