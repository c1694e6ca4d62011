import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "../shell/desk.module.css";
import { type Board, type ContentSearch, contentSearch, type PostRow, postListQuery, usePublish } from "./content.ts";
import { LanguageNames } from "./language-field.tsx";
import { PostDialog } from "./post-dialog.tsx";
import { titleOf } from "./post-text.ts";

interface PostsProps {
  boardType: Board;
  search: ContentSearch;
  onSearch(search: ContentSearch): void;
}

/** The posts of one board. What members wrote can be taken out of sight, and not changed. */
export function Posts({ boardType, search, onSearch }: PostsProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { q = "", page = 1 } = search;
  const query = useQuery(postListQuery(boardType, q, page));
  const publish = usePublish();
  const [editing, setEditing] = useState<PostRow | "new" | null>(null);
  const actions = (row: PostRow) => (
    <span className={classes.rowActions}>
      <Button
        variant="ghost"
        size="sm"
        aria-label={
          row.published
            ? t("content.hideOf", { title: titleOf(row, format.language) })
            : t("content.showOf", { title: titleOf(row, format.language) })
        }
        disabled={publish.isPending}
        onClick={() => publish.mutate({ idx: row.idx, published: !row.published })}
      >
        {row.published ? t("content.hide") : t("content.show")}
      </Button>
      {row.memId === "" && (
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          aria-label={t("content.editOf", { title: titleOf(row, format.language) })}
          onClick={() => setEditing(row)}
        >
          {t("content.edit")}
        </Button>
      )}
    </span>
  );
  return (
    <>
      <div className={classes.filters}>
        <Field
          label={t("filter.search")}
          type="search"
          value={q}
          onChange={(next) => onSearch(contentSearch({ part: boardType, q: next }))}
        />
        {boardType !== "board" && (
          <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setEditing("new")}>
            {t("content.add.post")}
          </Button>
        )}
      </div>
      {publish.error && <ErrorState compact error={publish.error} />}
      <QueryView query={query} skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="notices" title={t("content.none")}>
              {boardType !== "board" && t("content.noneText")}
            </EmptyState>
          ) : (
            <div className={classes.list}>
              <DataTable
                dense
                caption={t(`content.${boardType}`)}
                rows={list}
                rowKey={(row) => row.idx}
                columns={[
                  {
                    key: "title",
                    head: t("column.title"),
                    foot: t("foot.count", { count: pageInfo.total }),
                    cell: (row) => <span className={classes.ellipsis}>{titleOf(row, format.language)}</span>,
                  },
                  {
                    key: "shown",
                    head: t("column.shown"),
                    cell: (row) => (
                      <>
                        <StatusPill tone={row.published ? "good" : "calm"}>
                          {row.published ? t("content.shown") : t("content.hidden")}
                        </StatusPill>{" "}
                        {row.pinned && <StatusPill tone="info">{t("content.pinned")}</StatusPill>}
                      </>
                    ),
                  },
                  boardType === "board"
                    ? { key: "writer", head: t("column.writer"), cell: (row) => `${row.writer} (${row.memId})` }
                    : { key: "lang", head: t("column.language"), cell: (row) => <LanguageNames texts={row.texts} /> },
                  {
                    key: "views",
                    head: t("column.views"),
                    align: "end",
                    cell: (row) => format.number(row.views),
                  },
                  { key: "at", head: t("column.at"), cell: (row) => format.dateTime(row.createdAt) },
                  { key: "actions", head: t("column.do"), align: "end", cell: actions },
                ]}
              />
              <Pager
                page={pageInfo.page}
                pages={pageInfo.pages}
                onPage={(next) => onSearch(contentSearch({ ...search, page: next }))}
              />
            </div>
          )
        }
      </QueryView>
      {editing !== null && boardType !== "board" && (
        <PostDialog
          boardType={boardType}
          post={editing === "new" ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
