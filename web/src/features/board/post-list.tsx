import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { boardQuery } from "./board.ts";

const PER_PAGE = 10;

interface PostListProps {
  boardType: "notice" | "event";
  page: number;
  onPage(page: number): void;
  /** A link to the post, made by whoever knows the routes. */
  link(post: Post): ReactNode;
}

/** One page of notices or events. */
export function PostList({ boardType, page, onPage, link }: PostListProps) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const posts = useQuery(boardQuery(boardType, page, PER_PAGE));
  return (
    <QueryView query={posts} skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
      {({ list, pageInfo }) =>
        list.length === 0 ? (
          <EmptyState art="notices" title={t(`${boardType}.empty`)} />
        ) : (
          <>
            <DataTable
              caption={t(`${boardType}.title`)}
              rows={list}
              rowKey={(post) => post.idx}
              columns={[
                { key: "title", head: t("column.title"), phone: "title", cell: link },
                { key: "date", head: t("column.date"), align: "end", cell: (post) => format.date(post.createdAt) },
                { key: "views", head: t("column.views"), align: "end", cell: (post) => format.number(post.views) },
              ]}
            />
            <Pager page={page} pages={pageInfo.pages} onPage={onPage} />
          </>
        )
      }
    </QueryView>
  );
}
