import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { FRESH_MS } from "#shared/query.ts";

const pointsKey = ["point"] as const;

/** A page of the points' moves, with the totals of the whole selection. */
export type PointMoves = Res<"/api/cash/pointList">;

/** A page of the member's points, newest first. */
export function pointListQuery(request: Req<"/api/cash/pointList">) {
  return queryOptions({
    queryKey: [...pointsKey, "list", request],
    queryFn: ({ signal }) => api.call("/api/cash/pointList", request, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { personal: true },
  });
}

/** Turns points into cash; answers the balance after it. */
export function useConvert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pointAmt: number) => api.call("/api/cash/pointChg", { pointAmt }),
    onSettled: () => client.invalidateQueries({ queryKey: pointsKey }),
  });
}
