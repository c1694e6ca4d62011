import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { oneOf, pageOf, searchOf } from "#shared/search.ts";
import { approvalsKey } from "#shared/staff/keys.ts";
import { membersKey } from "#shared/staff/members.ts";
import { statusKey } from "#shared/staff/status.ts";

export type Approval = Res<"/api/admin/approval/list">["list"][number];

const kinds = [
  "payout",
  "deposit",
  "correction",
  "settings",
  "account",
  "promo",
  "gift",
  "reset",
  "details",
  "move",
  "head",
  "partner",
  "result",
  "bets",
  "commission",
  "win",
  "provider",
] as const;

/** The name of a kind of action; one that a newer server adds is a request until it has a text. */
export function kindText(kind: string) {
  const known = kinds.find((one) => one === kind);
  return known ? (`approval.kind.${known}` as const) : "approval.what";
}

const bounds = ["stakes", "prices", "levels", "rights", "password"] as const;

/** Why an action without a rule makes no money; a reason that a newer server adds is a dash until it has a text. */
export function boundText(bound: string) {
  const known = bounds.find((one) => one === bound);
  return known ? (`approval.bound.${known}` as const) : "approval.bound.other";
}

const states = ["open", "approved", "refused", "cancelled", "expired", "failed"] as const;

export function stateOf(request: Approval): (typeof states)[number] {
  return states.find((state) => state === request.state) ?? "open";
}

const PER_PAGE = 50;
const LIVE_MS = 60_000;
const DOWN_MS = 10_000;

/** The parts of the page; the requests that wait are the default. */
export const approvalsSearch = searchOf({ part: oneOf(["over", "rules"]), page: pageOf });

function approvalsQuery(over: boolean, page: number) {
  return queryOptions({
    queryKey: [...approvalsKey, over, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/approval/list", { over, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { personal: true },
  });
}

/** A page of the requests as the hub keeps it current; while the line is down it is asked for every 10 s. */
export function useApprovals(over: boolean, page: number) {
  const live = useAtomValue(connectionAtom) === "live";
  return useQuery({ ...approvalsQuery(over, page), refetchInterval: live ? LIVE_MS : DOWN_MS });
}

/** A decision about a request as it was shown; after it, and after a refusal of the server, everything that shows it is asked for again. */
function useAct<Body>(call: (body: Body) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: statusKey });
      void client.invalidateQueries({ queryKey: membersKey });
      return client.invalidateQueries({ queryKey: approvalsKey });
    },
  });
}

export const useApprove = () =>
  useAct((body: Req<"/api/admin/approval/approve">) => api.call("/api/admin/approval/approve", body));
export const useRefuse = () =>
  useAct((body: Req<"/api/admin/approval/refuse">) => api.call("/api/admin/approval/refuse", body));
export const useCancel = () =>
  useAct((body: Req<"/api/admin/approval/cancel">) => api.call("/api/admin/approval/cancel", body));
