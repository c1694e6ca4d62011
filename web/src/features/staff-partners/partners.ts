import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { searchOf, textOf } from "#shared/search.ts";
import { orAsked } from "#shared/staff/second-person.ts";

export type Card = Res<"/api/admin/partner/card">;

const partnersKey = ["staff", "partners"] as const;

/** Reads the search parameters: the partner whose card is open. */
export const partnersSearch = searchOf({ partner: textOf });

/** Reads the site's tree of partners from its head offices on. */
export const treePages = {
  queryKey: [...partnersKey, "tree"],
  read: (node: string, after: string, signal: AbortSignal) =>
    api.call("/api/admin/partner/tree", { node, after }, { signal, retries: 1 }),
};

export function cardQuery(memId: string) {
  return queryOptions({
    queryKey: [...partnersKey, "card", memId],
    queryFn: ({ signal }) => api.call("/api/admin/partner/card", { memId }, { signal, retries: 1 }),
    staleTime: 0,
    meta: { personal: true },
  });
}

function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: partnersKey }) });
}

/** Sets rates, or asks a second person for a raise. */
export const useSetRates = () =>
  useAct((body: Req<"/api/admin/partner/rates">) => orAsked(api.call("/api/admin/partner/rates", body)));

export const useSetRights = () =>
  useAct((body: Req<"/api/admin/partner/rights">) => orAsked(api.call("/api/admin/partner/rights", body)));

/** Gives or takes PT, and reports whether it was done or waits for a second person (U035), which is no failure. */
export const useMovePT = () =>
  useAct(
    ({ way, ...body }: Req<"/api/admin/partner/pt/credit"> & { way: "credit" | "debit" }): Promise<"done" | "asked"> =>
      orAsked(api.call(`/api/admin/partner/pt/${way}`, body).then(() => "done" as const)),
  );

export const useResetLogin = () =>
  useAct((body: Req<"/api/admin/partner/reset">) => api.call("/api/admin/partner/reset", body));
