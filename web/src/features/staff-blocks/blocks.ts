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

export function useLiftBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.call("/api/admin/block/remove", { id }),
    onSettled: () => client.invalidateQueries({ queryKey: blocksKey }),
  });
}

/** Reads the search parameters of the blocks. */
export const blockSearch = searchOf({ kind: oneOf(blockKinds), q: textOf, page: pageOf });
