import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { api, type FileFormat, type Req, type Res } from "#shared/api/client.ts";
import { dayOf, idOf, pageOf, searchOf, textOf } from "#shared/search.ts";

export type Entry = Res<"/api/admin/audit/list">["list"][number];
export type Span = Res<"/api/admin/audit/verify">;
export type Filter = Req<"/api/admin/audit/export.csv">;

const PER_PAGE = 50;
/** Entries join the chain shortly after what they tell of. */
const EVERY_MS = 15_000;

const filters = { actor: textOf, action: textOf, target: textOf, from: dayOf, to: dayOf };

/** Reads the search parameters of the audit; `entry` is the number of the entry that is open beside the list. */
export const auditSearch = searchOf({ ...filters, page: pageOf, entry: idOf });

/** Reads what a saved view keeps of them. */
export const auditFilters = searchOf(filters);

export function auditQuery(filter: Filter, page: number) {
  return queryOptions({
    queryKey: ["audit", filter, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/audit/list", { ...filter, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    meta: { personal: true },
  });
}

/** Checks the newest entries, or those up to one, against the chain of their hashes. */
export function useVerify() {
  return useMutation({
    mutationFn: (upTo: number | undefined) => api.call("/api/admin/audit/verify", upTo === undefined ? {} : { upTo }),
  });
}

/** The entries of a filter as a file. */
export function useAuditFile() {
  return useMutation({
    mutationFn: ([filter, format]: [Filter, FileFormat]) => api.list("/api/admin/audit/export.csv", filter, format),
  });
}

/** Reports the ID of the member that an entry is about; undefined for other things. */
export function memberOf({ action, target, detail }: Entry): string | undefined {
  if (/^(member|protection|message|reset)\.|^cash\.correct$/.test(action)) return target;
  const { memId = detail.member } = detail;
  return typeof memId === "string" && memId !== "" ? memId : undefined;
}
