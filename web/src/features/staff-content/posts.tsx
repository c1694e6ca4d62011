import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pictureOf } from "#shared/campaign/picture.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, languageKeys } from "#shared/i18n/languages.ts";
import { siteQuery } from "#shared/site.ts";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import own from "./content.module.css";
import { type Board, contentSearch, type PostRow, postListQuery, stateOf, usePublish } from "./content.ts";
import { PostDialog } from "./post-dialog.tsx";
import { TextStatuses } from "./text-status.tsx";
import { titleOf } from "./text-values.ts";

/** The posts of one board. Posts of members can be hidden, but not changed. */
export function Posts({ boardType }: { boardType: Board }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, filter, onPage } = useSearch(contentSearch);
  const { q = "", page = 1 } = search;
  const query = useQuery(postListQuery(boardType, q, page));
  const publish = usePublish();
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const [now] = useState(() => Date.now());
  const [editing, setEditing] = useState<PostRow | "new" | null>(null);
  const actions = (row: PostRow) => {
    if (row.deleted) return null;
    const title = titleOf(row, format.language);
    return (
      <RowActions>
        <RowButton
          label={row.published ? t("content.hideOf", { title }) : t("content.showOf", { title })}
          opens={false}
          disabled={publish.isPending}
          onClick={() => publish.mutate({ idx: row.idx, published: !row.published })}
        >
          {row.published ? t("content.hide") : t("content.show")}
        </RowButton>
        {row.memId === "" && (
          <RowButton label={t("content.editOf", { title })} onClick={() => setEditing(row)}>
            {t("content.edit")}
          </RowButton>
        )}
      </RowActions>
    );
  };
  const columns: Column<PostRow>[] = [
    {
      key: "title",
      head: t("column.title"),
      phone: "title",
      cell: (row) => (
        <span className={own.named}>
          {row.texts[0]?.image && (
            <img className={own.thumb} {...pictureOf(row.texts[0].image, "4rem")} alt="" loading="lazy" />
          )}
          <span className={staff.ellipsis}>{titleOf(row, format.language)}</span>
        </span>
      ),
    },
    {
      key: "shown",
      head: t("column.shown"),
      phone: "state",
      cell: (row) => (
        <>
          <StatusPill tone={row.published ? "good" : "calm"}>
            {t(row.published ? "content.shown" : row.deleted ? "content.byMember" : "content.hidden")}
          </StatusPill>{" "}
          {row.published && stateOf({ ...row, active: true }, now) !== "shown" && (
            <StatusPill tone="calm">{t(`content.${stateOf({ ...row, active: true }, now)}`)}</StatusPill>
          )}{" "}
          {row.pinned && <StatusPill tone="info">{t("content.pinned")}</StatusPill>}
        </>
      ),
    },
    boardType === "board"
      ? { key: "writer", head: t("column.writer"), cell: (row) => `${row.writer} (${row.memId})` }
      : { key: "lang", head: t("column.language"), cell: (row) => <TextStatuses row={row} spoken={spoken} /> },
    {
      key: "views",
      head: t("column.views"),
      align: "end",
      cell: (row) => format.number(row.views),
    },
    { key: "at", head: t("column.at"), phone: "when", cell: (row) => format.dateTime(row.createdAt) },
    { key: "actions", head: t("column.do"), align: "end", cell: actions },
  ];
  return (
    <>
      <ListBar
        search={{ value: q, onChange: (next) => filter({ q: next }) }}
        action={
          boardType !== "board" && (
            <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setEditing("new")}>
              {t("content.add.post")}
            </Button>
          )
        }
      />
      {publish.error && <ErrorState compact error={publish.error} />}
      <List
        density="compact"
        query={query}
        caption={t(`content.${boardType}`)}
        rowKey={(row) => row.idx}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="notices" title={t("content.none")}>
            {boardType !== "board" && t("content.noneText")}
          </EmptyState>
        }
      />
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
