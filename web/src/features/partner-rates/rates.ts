import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";

export type Terms = Res<"/api/partner/rate/info">;
export type Child = Res<"/api/partner/rate/children">["list"][number];

const ratesKey = ["partner", "rates"] as const;
const PAGE = 50;

export const infoQuery = queryOptions({
  queryKey: [...ratesKey, "info"],
  queryFn: ({ signal }) => api.call("/api/partner/rate/info", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

/** A page of the partners directly below, after the last one of the page before. */
export function childrenQuery(after = "") {
  return queryOptions({
    queryKey: [...ratesKey, "children", after],
    queryFn: ({ signal }) =>
      api.call("/api/partner/rate/children", { after, count_per_list: PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

export function historyQuery(memId: string) {
  return queryOptions({
    queryKey: [...ratesKey, "history", memId],
    queryFn: ({ signal }) => api.call("/api/partner/rate/history", { memId }, { signal, retries: 1 }),
    meta: { personal: true },
  });
}

/** Sets the rates of a partner directly below. */
export function useSetRates() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/partner/rate/set">) => api.call("/api/partner/rate/set", body),
    onSettled: () => client.invalidateQueries({ queryKey: ratesKey }),
  });
}
