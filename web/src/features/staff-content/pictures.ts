import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";

type Cursor = NonNullable<Res<"/api/admin/picture/list">["next"]>;

export const picturesKey = ["content-pictures"] as const;

/** The pictures that were uploaded before, the newest first; each page begins behind the last picture of the one before. */
export const picturesQuery = infiniteQueryOptions({
  queryKey: picturesKey,
  queryFn: ({ pageParam, signal }) =>
    api.call("/api/admin/picture/list", pageParam ? { after: pageParam } : {}, { signal, retries: 1 }),
  initialPageParam: undefined as Cursor | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
  meta: { personal: true },
});
