import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

/** The main info of the frame. Its boards change rarely. */
const mainInfoQuery = queryOptions({
  queryKey: ["site", "main-info"],
  queryFn: ({ signal }) => api.call("/api/etc/mainInfo", {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Whether the menus name the events: only if the main info has at least one (product.txt, section 2). */
export function useHasEvents(): boolean {
  return (useQuery(mainInfoQuery).data?.eventList.length ?? 0) > 0;
}
