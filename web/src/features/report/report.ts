import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { api, type FileFormat, type Req, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";

export type WinLose = Res<"/api/report/winlose">;
export type StatementPart = Res<"/api/report/statement">;
type Days = Req<"/api/report/winlose">;

const personal = { staleTime: FRESH_MS, placeholderData: keepPreviousData, meta: { personal: true } } as const;

/** Returns the query of wins and losses on the given days, by studio. */
export function winLoseQuery(days: Days) {
  return queryOptions({
    queryKey: ["report", "winlose", days],
    queryFn: ({ signal }) => api.call("/api/report/winlose", days, { signal, retries: 1 }),
    ...personal,
  });
}

/** A page of all moves of the wallet, newest first; without days, of the last 12 months. */
export function statementQuery(request: Req<"/api/report/statement">) {
  return queryOptions({
    queryKey: ["report", "statement", request],
    queryFn: ({ signal }) => api.call("/api/report/statement", request, { signal, retries: 1 }),
    ...personal,
  });
}

/** The same moves, all of them, as a file. */
export function useStatementFile() {
  return useMutation({
    mutationFn: ([days, format]: [Days, FileFormat]) => api.list("/api/report/statement.csv", days, format),
  });
}
