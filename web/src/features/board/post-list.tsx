import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { boardQuery, type TalkBoard } from "./board.ts";

const PER_PAGE = 10;

interface PostListProps {
  boardType: TalkBoard;
  page: number;
  search?: string;
  onPage(page: number): void;
  /** A link to the post, made by whoever knows the routes. */
  link(post: Post): ReactNode;
}

/** One page of notices, events or posts of members. */
export function PostList({ boardType, page, search = "", onPage, link }: PostListProps) {
  const { t } = useTranslation("board");
  const format = useFormat();
  const posts = useQuery(boardQuery(boardType, page, PER_PAGE, search));
  const members: Column<Post>[] =
    boardType === "board"
      ? [
          { key: "writer", head: t("column.writer"), cell: (post) => post.writer },
          {
            key: "comments",
            head: t("column.comments"),
            align: "end",
            cell: (post) => format.number(post.cmtCount),
          },
        ]
      : [];
  const empty = () => {
    if (search !== "") {
      return (
        <EmptyState art="talk" title={t("search.none")}>
          {t("search.noneText")}
        </EmptyState>
      );
    }
    return boardType === "board" ? (
      <EmptyState art="talk" title={t("board.empty")}>
        {t("board.emptyText")}
      </EmptyState>
    ) : (
      <EmptyState art="notices" title={t(`${boardType}.empty`)} />
    );
  };
  return (
    <QueryView query={posts} skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
      {({ list, pageInfo }) =>
        list.length === 0 ? (
          empty()
        ) : (
          <>
            <DataTable
              caption={t(`${boardType}.title`)}
              rows={list}
              rowKey={(post) => post.idx}
              columns={[
                { key: "title", head: t("column.title"), phone: "title", cell: link },
                ...members,
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
