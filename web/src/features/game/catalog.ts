import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import type { Game } from "#shared/api/types.ts";

/** A game with the product (studio) and group that it is launched under. */
export interface CatalogGame extends Game {
  procId: string;
  groupCode: string;
}

/** A studio's offer of one group. */
export type Product = Res<"/api/common/productList">["list"][number];

/** Studios and games change when staff changes them: rarely. */
const STALE_MS = 5 * 60_000;

/** The studios of a group (casino, slot, sports, minigame, fishing, virtual), in the site's order. */
export function productsQuery(groupCode: string) {
  return queryOptions({
    queryKey: ["game", "products", groupCode],
    queryFn: async ({ signal }) => {
      try {
        return (await api.call("/api/common/productList", { groupCode }, { signal, retries: 1 })).list;
      } catch (error) {
        // The page of a group that is not open yet says so; that is no failure.
        if (isCode(error, "G006")) return [];
        throw error;
      }
    },
    staleTime: STALE_MS,
  });
}

/** One studio's games, in its order. */
function gamesQuery(procId: string, groupCode: string) {
  return queryOptions({
    queryKey: ["game", "list", groupCode, procId],
    queryFn: async ({ signal }): Promise<CatalogGame[]> => {
      const answer = await api.call(
        "/api/game/gamelist",
        { vendorKey: procId, gameType: groupCode },
        { signal, retries: 1 },
      );
      return answer.gameList.map((game) => ({ ...game, procId, groupCode }));
    },
    staleTime: STALE_MS,
  });
}

export interface Catalog {
  /** The games that are known so far, up to the first studio whose list is still to come: a later one would push the tiles after it away from under the pointer. */
  games: CatalogGame[];
  loading: boolean;
  /** The first error of a studio's list; the games of the other studios are listed all the same. */
  error: unknown;
  retry(): void;
}

/** Every studio's games together: for the search, favourites and what was played. */
export function useCatalog(groupCode: string): Catalog {
  const products = useQuery(productsQuery(groupCode));
  const lists = useQueries({
    queries: (products.data ?? []).map((product) => gamesQuery(product.procId, groupCode)),
  });
  const pending = lists.findIndex((list) => list.isPending);
  return {
    games: lists.slice(0, pending < 0 ? undefined : pending).flatMap((list) => list.data ?? []),
    loading: products.isPending || pending >= 0,
    error: lists.find((list) => list.isError)?.error ?? null,
    retry: () => {
      for (const list of lists) if (list.isError) void list.refetch();
    },
  };
}
