import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { idOf, oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { depositAccountsKey } from "#shared/staff/keys.ts";
import { orAsked } from "#shared/staff/second-person.ts";

export type DepositAccount = Res<"/api/admin/account/list">["list"][number];
export type AccountView = Res<"/api/admin/account/views">["list"][number];

const PER_PAGE = 50;

/** All accounts of the site: the active ones in the order of their turns, then the others. */
export const depositAccountsQuery = queryOptions({
  queryKey: [...depositAccountsKey, "list"],
  queryFn: ({ signal }) => api.call("/api/admin/account/list", {}, { signal, retries: 1 }),
  staleTime: 0,
  meta: { personal: true },
});

/** A page of who saw which account when, newest first. */
export function viewsQuery(memId: string, idx: number, page: number) {
  return queryOptions({
    queryKey: [...depositAccountsKey, "views", memId, idx, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/account/views", { memId, idx, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** After a change, and after a refusal of the server, the lists are asked for again. */
function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: depositAccountsKey }) });
}

/** Whether a switch was carried out, or waits for a second person, who was asked (U035). */
export type Switched = "done" | "asked";

const switched = (call: Promise<unknown>): Promise<Switched> => orAsked(call.then(() => "done" as const));

export const useAddAccount = () =>
  useAct((body: Req<"/api/admin/account/add">) => api.call("/api/admin/account/add", body));
export const useMoveAccount = () =>
  useAct((body: Req<"/api/admin/account/move">) => api.call("/api/admin/account/move", body));
export const useSwitchAccount = () =>
  useAct((body: Req<"/api/admin/account/switch">) => switched(api.call("/api/admin/account/switch", body)));
export const useRotateAccount = () =>
  useAct((body: Req<"/api/admin/account/rotate">) => switched(api.call("/api/admin/account/rotate", body)));

/** The parts of the page; the accounts are the default. */
export const depositAccountsSearch = searchOf({ part: oneOf(["views"]), account: idOf, q: textOf, page: pageOf });
