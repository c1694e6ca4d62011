import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { api, type FileFormat, type Req, type Res } from "#shared/api/client.ts";
import { dayOf, idOf, oneOf, searchOf, textOf } from "#shared/search.ts";

export type RequestsPageData = Res<"/api/admin/cash/requests">;
export type RequestRow = RequestsPageData["list"][number];
export type Cursor = NonNullable<RequestsPageData["next"]>;
export type Filter = Req<"/api/admin/cash/requests.csv">;

/** The states of a request (D-11) by their words in the address. */
export const states = { requested: 0, held: 2, done: 1, cancelled: -1, refused: -2 } as const;
export type State = keyof typeof states;
export const stateNames = ["requested", "held", "done", "cancelled", "refused"] as const satisfies readonly State[];

/** Reads the search parameters of the list; an absent one selects all. */
export const requestsSearch = searchOf({
  from: dayOf,
  to: dayOf,
  kind: oneOf(["in", "out", "pt"]),
  state: oneOf(stateNames),
  member: textOf,
  by: textOf,
  min: idOf,
  max: idOf,
});

/** A page of the requests of a filter, behind the last one of the page before; the first one brings the totals. */
export function requestsQuery(filter: Filter, after?: Cursor) {
  return queryOptions({
    queryKey: ["requests", filter, after],
    queryFn: ({ signal }) =>
      api.call("/api/admin/cash/requests", { ...filter, ...(after && { after }) }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** The requests of a filter as a file. */
export function useRequestsFile() {
  return useMutation({
    mutationFn: ([filter, format]: [Filter, FileFormat]) => api.list("/api/admin/cash/requests.csv", filter, format),
  });
}
