import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { pollEvery } from "#shared/query.ts";

/** What the member has with a vendor whose games have wallets of their own. */
export type GameMoney = Res<"/api/cash/gameMoney">["list"][number];

const key = ["game", "money"] as const;
const bringBackKey = [...key, "back"] as const;

/**
 * What a vendor does sends no event: while an order is pending, and while a game is open, the vendor's word is asked for again.
 * The server asks the vendor no more often, however many pages ask.
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

/** The balance moved. Whoever has nothing in a game need not ask: of most members each bet of theirs says so. */
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

/** Whether an answer is awaited that will be told by whoever asked. */
export function isBringingBack(client: QueryClient): boolean {
  return client.isMutating({ mutationKey: bringBackKey }) > 0;
}

/** What became of money that was on its way. */
export interface GameMoneyNews {
  kind: "back" | "stayed" | "arrived" | "returned";
  name: string;
  amount: number;
}

/**
 * Compares two lists: an order that was open is closed in the newer one, and what the vendor has tells how. Not while a game is
 * open: its figure moves with each round.
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
