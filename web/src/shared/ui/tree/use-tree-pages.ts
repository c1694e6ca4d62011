import { queryOptions, useQueries } from "@tanstack/react-query";
import { useState } from "react";

interface TreePage<Item> {
  list: Item[];
  /** The cursor of the next page; empty: there is none. */
  next: string;
}

/** A row of a tree that is read in pages: an item, or the place where the next page of a node goes on. */
export type PagedRow<Item> =
  | { item: Item; more?: undefined }
  | { item?: undefined; more: { above: string; after: string } };

/** The pages that were asked for, by node: each by the cursor of the page before it. */
type Pages = Readonly<Record<string, readonly string[]>>;

const FIRST = [""] as const;

interface TreePages<Page> {
  /** The key of the queries; the node and the cursor come after it. */
  queryKey: readonly string[];
  /** Reads the page of a node after a cursor, which is the next of the page before. The top has the name "". */
  read(node: string, after: string, signal: AbortSignal): Promise<Page>;
}

/** Reads a tree as it is opened: the top and each open node, a page at a time. */
export function useTreePages<Page extends TreePage<unknown>>({ queryKey, read }: TreePages<Page>) {
  type Item = Page["list"][number];
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [pages, setPages] = useState<Pages>({});
  const wanted = ["", ...open].flatMap((node) => (pages[node] ?? FIRST).map((after) => ({ node, after })));
  const answers = useQueries({
    queries: wanted.map(({ node, after }) =>
      queryOptions({
        queryKey: [...queryKey, node, after],
        queryFn: ({ signal }) => read(node, after, signal),
        meta: { personal: true },
      }),
    ),
  });
  return {
    open,
    setOpen,
    top: answers[0],
    /** The rows below a node; undefined until the first page is here. */
    below(node: string): PagedRow<Item>[] | undefined {
      const parts = wanted.flatMap((one, at) => (one.node === node ? [answers[at]?.data] : []));
      if (parts[0] === undefined) return undefined;
      const rows = parts.flatMap((part) => part?.list ?? []).map((item): PagedRow<Item> => ({ item }));
      const next = parts.at(-1)?.next;
      return next ? [...rows, { more: { above: node, after: next } }] : rows;
    },
    readMore: ({ above, after }: { above: string; after: string }) =>
      setPages((all) => ({ ...all, [above]: [...(all[above] ?? FIRST), after] })),
  };
}
