import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
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
  if (posts.isPending) return <Skeleton height="24rem" radius="var(--radius-m)" />;
  if (posts.isError) return <ErrorState error={posts.error} onRetry={() => void posts.refetch()} />;
  if (posts.data.list.length === 0) return <EmptyState art="notices" title={t(`${boardType}.empty`)} />;
  return (
    <>
      <DataTable
        caption={t(`${boardType}.title`)}
        rows={posts.data.list}
        rowKey={(post) => post.idx}
        columns={[
          { key: "title", head: t("column.title"), phone: "title", cell: link },
          { key: "date", head: t("column.date"), align: "end", cell: (post) => format.date(post.createdAt) },
          { key: "views", head: t("column.views"), align: "end", cell: (post) => format.number(post.views) },
        ]}
      />
      <Pager page={page} pages={posts.data.pageInfo.pages} onPage={onPage} />
    </>
  );
}
