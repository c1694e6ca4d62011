import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import type { Column } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { boardQuery, type TalkBoard } from "./board.ts";

const PER_PAGE = 10;

interface PostListProps {
  boardType: TalkBoard;
  page: number;
  search?: string;
  onPage(page: number): void;
  /** Returns a link to the post. The app passes it, because features do not know the routes. */
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
    <List
      query={posts}
      caption={t(`${boardType}.title`)}
      rowKey={(post) => post.idx}
      columns={[
        { key: "title", head: t("column.title"), phone: "title", cell: link },
        ...members,
        { key: "date", head: t("column.date"), align: "end", cell: (post) => format.date(post.createdAt) },
        { key: "views", head: t("column.views"), align: "end", cell: (post) => format.number(post.views) },
      ]}
      onPage={onPage}
      height="24rem"
      empty={empty()}
    />
  );
}
