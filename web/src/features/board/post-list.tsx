import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Post } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { categories, categoryOf, postsQuery, type TalkBoard } from "./board.ts";
import { type PostSearch, postSearch } from "./search.ts";

interface PostListProps {
  boardType: Exclude<TalkBoard, "event">;
  search: PostSearch;
  onSearch(search: PostSearch): void;
  /** Returns a link to the post. The app passes it, because features do not know the routes. */
  link(post: Post): ReactNode;
}

/** The longest part of a title that the api looks for. */
const LONGEST_SEARCH = 50;

/** One page of notices or posts of members, found by title and days. */
export function PostList({ boardType, search, onSearch, link }: PostListProps) {
  const { t } = useTranslation(["board", "common"]);
  const format = useFormat();
  const daysText = useDaysText();
  const { q = "", part, from, to, size } = search;
  const [typed, setTyped] = useState(q);
  const free = boardType === "board";
  const category = free ? categoryOf(part ?? "") : undefined;
  const posts = useQuery(postsQuery(boardType, search));
  const days = { ...(from && { from }), ...(to && { to }) };
  const find = (next: string) => {
    setTyped(next);
    onSearch(postSearch({ ...days, size, part, q: next.trim() }));
  };
  const nameOf = (written: string) => {
    const known = free ? categoryOf(written) : undefined;
    return known ? t(`category.${known}`) : written;
  };
  const sorted = posts.data?.list.some((post) => post.category !== "") ?? false;
  const columns: Column<Post>[] = [
    { key: "title", head: t("column.title"), phone: "title", cell: link },
    ...(sorted
      ? [
          {
            key: "category",
            head: t("column.category"),
            phone: "amount" as const,
            cell: (post: Post) => post.category !== "" && <StatusPill tone="calm">{nameOf(post.category)}</StatusPill>,
          },
        ]
      : []),
    ...(free
      ? [
          { key: "writer", head: t("column.writer"), phone: "state" as const, cell: (post: Post) => post.writer },
          {
            key: "comments",
            head: t("column.comments"),
            align: "end" as const,
            cell: (post: Post) => format.number(post.cmtCount),
          },
        ]
      : []),
    { key: "date", head: t("column.date"), align: "end", phone: "when", cell: (post) => format.date(post.createdAt) },
    { key: "views", head: t("column.views"), align: "end", cell: (post) => format.number(post.views) },
  ];
  const empty = () => {
    if (q !== "" || category !== undefined || from !== undefined || to !== undefined) {
      return (
        <EmptyState art="talk" title={t("search.none")}>
          {t("search.noneText")}
        </EmptyState>
      );
    }
    return free ? (
      <EmptyState art="talk" title={t("board.empty")}>
        {t("board.emptyText")}
      </EmptyState>
    ) : (
      <EmptyState art="notices" title={t(`${boardType}.empty`)} />
    );
  };
  return (
    <>
      {free && (
        <Choice
          label={t("column.category")}
          value={category ?? "all"}
          onChange={(next) => onSearch(postSearch({ ...days, size, q, part: next }))}
          swipe="main"
          options={[
            { value: "all", label: t("category.all") },
            ...categories.map((value) => ({ value, label: t(`category.${value}`) })),
          ]}
        />
      )}
      <Filters chosen={[q && `“${q}”`, daysText(days)]}>
        <Field label={t("board.search")} type="search" value={typed} maxLength={LONGEST_SEARCH} onChange={find} />
        <DateRange
          value={days}
          all={t("common:range.all")}
          onChange={(next) => onSearch(postSearch({ ...next, size, part, q }))}
        />
      </Filters>
      <List
        query={posts}
        caption={t(`${boardType}.title`)}
        rowKey={(post) => post.idx}
        columns={columns}
        onPage={(next) => onSearch(postSearch({ ...search, page: next }))}
        onSize={(next) => onSearch(postSearch({ ...days, q, part, size: next }))}
        linked
        height="24rem"
        empty={empty()}
      />
    </>
  );
}
