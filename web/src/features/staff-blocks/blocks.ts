import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Req, type Res } from "#shared/api/client.ts";
import { oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";

export type Block = Res<"/api/admin/block/list">["list"][number];

/** The kinds of data that can be blocked. */
export const blockKinds = ["ip", "phone", "account"] as const;
export type BlockKind = (typeof blockKinds)[number];

export function isBlockKind(value: unknown): value is BlockKind {
  return blockKinds.some((kind) => kind === value);
}

/** How long a block holds, in hours; 0: until it is lifted. */
export const durations = [0, 1, 24, 168, 720, 2160] as const;

const blocksKey = ["blocks"] as const;
const PER_PAGE = 50;

/** A page of the site's blocks, newest first. */
export function blockListQuery(kind: string, search: string, page: number) {
  return queryOptions({
    queryKey: [...blocksKey, kind, search, page],
    queryFn: ({ signal }) =>
      api.call("/api/admin/block/list", { kind, search, page, count_per_list: PER_PAGE }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** Blocks something; the sessions that it concerns end at once. */
export function useAddBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Req<"/api/admin/block/add">) => api.call("/api/admin/block/add", body),
    onSuccess: () => client.invalidateQueries({ queryKey: blocksKey }),
  });
}

/** Removes the blocks that are over, and returns how many. */
export function useClearBlocks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call("/api/admin/block/clear", {}),
    onSettled: () => client.invalidateQueries({ queryKey: blocksKey }),
  });
}

export function useLiftBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.call("/api/admin/block/remove", { id }),
    onSettled: () => client.invalidateQueries({ queryKey: blocksKey }),
  });
}

/** Reads the search parameters of the blocks. */
export const blockSearch = searchOf({ kind: oneOf(blockKinds), q: textOf, page: pageOf });
