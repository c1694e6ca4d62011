import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { dayOf, oneOf, searchOf } from "#shared/search.ts";
import { orAsked } from "#shared/staff/second-person.ts";

export type Day = Res<"/api/admin/commission/days">["list"][number];
export type Job = NonNullable<Res<"/api/admin/commission/days">["job"]>;
export type Statement = Res<"/api/admin/commission/list">["list"][number];

/** The states of a statement: it waits, was paid into PT, or was kept with a reason. */
export const states = ["open", "paid", "kept"] as const;

const commissionsKey = ["staff", "commissions"] as const;

/** Reads the search parameters: the day whose statements are shown, and their state. */
export const commissionsSearch = searchOf({ day: dayOf, state: oneOf(states) });

/** A page of settled days, behind the last day of the page before. */
export function daysQuery(before = "") {
  return queryOptions({
    queryKey: [...commissionsKey, "days", before],
    queryFn: ({ signal }) => api.call("/api/admin/commission/days", { before }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
  });
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The totals of one day; null when it has no statements. */
export function dayQuery(day: string) {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return queryOptions({
    queryKey: [...commissionsKey, "day", day],
    queryFn: async ({ signal }) => {
      const { list } = await api.call("/api/admin/commission/days", { before: next }, { signal, retries: 1 });
      return list.find((one) => one.day === day) ?? null;
    },
  });
}

/** A page of the statements of a day, behind the partner of the last row of the page before. */
export function statementsQuery(day: string, state: string, behind = "") {
  return queryOptions({
    queryKey: [...commissionsKey, "list", day, state, behind],
    queryFn: ({ signal }) =>
      api.call("/api/admin/commission/list", { day, behind, ...(state !== "" && { state }) }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => client.invalidateQueries({ queryKey: commissionsKey }) });
}

/** Pays or keeps, and reports whether it was done or waits for a second person (U035), which is no failure. */
export const useDecide = () =>
  useAct(
    (body: Req<"/api/admin/commission/decide">): Promise<"done" | "asked"> =>
      orAsked(api.call("/api/admin/commission/decide", body).then(() => "done" as const)),
  );

export const usePayDay = () => useAct((day: string) => api.call("/api/admin/commission/pay", { day }));
