import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#shared/api/client.ts";

/** The main info of the frame. Its boards change rarely. */
const mainInfoQuery = queryOptions({
  queryKey: ["site", "main-info"],
  queryFn: ({ signal }) => api.call("/api/etc/mainInfo", {}, { signal }),
  staleTime: 5 * 60_000,
});

/**
 * Whether the menus name the events: only if the main info has at least one (product.txt, section 2). They do while it is not known:
 * most sites have one, and what is below does not move.
 */
export function useHasEvents(): boolean {
  const info = useQuery(mainInfoQuery).data;
  return info === undefined || info.eventList.length > 0;
}
