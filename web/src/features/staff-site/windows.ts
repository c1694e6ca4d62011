import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { pageOf, searchOf } from "#shared/search.ts";
import { scheduleKey, switchesKey } from "#shared/staff/keys.ts";
import { statusKey } from "#shared/staff/status.ts";
import { switchNames } from "./switches.ts";

export type WindowRow = Res<"/api/admin/maintenance/list">["list"][number];
export type Step = "begin" | "end" | "cancel";

const states = ["planned", "running", "ended", "cancelled", "missed"] as const;

/** The state of a window; an unknown one is final. */
export const stateOf = ({ state }: WindowRow) => states.find((one) => one === state) ?? "ended";

const PER_PAGE = 20;
const MOST_GAMES = 100;

/** A page of scheduled maintenance, that which is not over first. */
export function windowsQuery(page: number) {
  return queryOptions({
    queryKey: [...scheduleKey, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/maintenance/list", { page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** Providers and products that maintenance can be of. */
export const partsQuery = queryOptions({
  queryKey: [...scheduleKey, "parts"],
  queryFn: ({ signal }) => api.call("/api/admin/offer/list", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

/** The games of a product by their place in its lobby, or those that a text finds. */
export function partGamesQuery(text: string) {
  return queryOptions({
    queryKey: [...scheduleKey, "games", text],
    queryFn: ({ signal }) =>
      api.call("/api/admin/offer/games", { text, page: 1, count_per_list: MOST_GAMES }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** A step or a change may turn a switch; the lists are asked for again, after a refusal as well. */
function useAct<Body, Result>(call: (body: Body) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () =>
      Promise.all([scheduleKey, switchesKey, statusKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const useSaveWindow = () =>
  useAct((body: Req<"/api/admin/maintenance/save">) => api.call("/api/admin/maintenance/save", body));
export const useStepWindow = () =>
  useAct((body: Req<"/api/admin/maintenance/step"> & { step: Step }) => api.call("/api/admin/maintenance/step", body));

/** Returns the words for a refusal because the window was changed by other staff, or began or ended meanwhile. */
export function useStaleWindow(): (error: unknown) => string | undefined {
  const { t } = useTranslation("schedule");
  return (error) => (isCode(error, "C019") ? t("stale") : undefined);
}

/** Returns the name of what a window is of, in the language of the page. */
export function useWindowName(): (row: Pick<WindowRow, "name" | "name_KOR" | "name_ENG">) => string {
  const { t, i18n } = useTranslation("admin");
  return ({ name, name_KOR, name_ENG }) => {
    const known = switchNames.find((one) => one === name);
    if (known) return t(`switch.${known}`);
    return (i18n.language === "ko" ? name_KOR : name_ENG) || name;
  };
}

export const scheduleSearch = searchOf({ page: pageOf });
