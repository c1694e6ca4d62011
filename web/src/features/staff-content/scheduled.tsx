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
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { useSearch } from "#shared/use-search.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import own from "./content.module.css";
import {
  contentSearch,
  type ScheduledKind,
  type ScheduledRow,
  scheduledListQuery,
  stateOf,
  useDelete,
} from "./content.ts";
import { TextStatuses } from "./text-status.tsx";
import { titleOf } from "./text-values.ts";

const tones = { shown: "good", later: "info", over: "calm", hidden: "calm" } as const;

/** The banners of the main page, or the popups over it, in the order in which they are shown. */
export function Scheduled({ kind }: { kind: ScheduledKind }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, onPage } = useSearch(contentSearch);
  const query = useQuery(scheduledListQuery(kind, search.page ?? 1));
  const { mutateAsync: remove } = useDelete();
  const confirm = useConfirm();
  // A campaign that was saved just now is shown already.
  const now = query.dataUpdatedAt;
  const [editing, setEditing] = useState<ScheduledRow | "new" | null>(null);
  const spoken = (useQuery(siteQuery).data?.languages ?? languageKeys).filter(isLanguage);
  const nameOf = (row: ScheduledRow) => titleOf(row, format.language);
  const askToDelete = (row: ScheduledRow) => {
    const title = nameOf(row);
    confirm.ask({
      title: t("content.delete.title", { title }),
      text: t("content.delete.text"),
      confirm: t("content.delete"),
      tone: "danger",
      done: t("content.deleted", { title }),
      run: () => remove({ kind, idx: row.idx ?? 0 }),
    });
  };
  const when = (iso: string | null) => (iso === null ? "…" : format.dateTime(iso));
  const columns: Column<ScheduledRow>[] = [
    {
      key: "title",
      head: t("column.title"),
      phone: "title",
      cell: (row) => (
        <span className={own.named}>
          {row.texts[0]?.image && (
            <img className={own.thumb} {...pictureOf(row.texts[0].image, "4rem")} alt="" loading="lazy" />
          )}
          <span className={staff.ellipsis}>{nameOf(row)}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: t("column.shown"),
      phone: "state",
      cell: (row) => {
        const state = stateOf(row, now);
        return <StatusPill tone={tones[state]}>{t(`content.${state}`)}</StatusPill>;
      },
    },
    { key: "lang", head: t("column.language"), cell: (row) => <TextStatuses row={row} spoken={spoken} /> },
    ...(kind === "popups"
      ? [
          {
            key: "audience",
            head: t("content.field.audience"),
            cell: (row: ScheduledRow) =>
              "popupType" in row && row.popupType === "after"
                ? t("content.audience.after")
                : t("content.audience.before"),
          },
        ]
      : []),
    { key: "ord", head: t("column.order"), align: "end", cell: (row) => row.ord },
    { key: "time", head: t("column.time"), phone: "when", cell: (row) => `${when(row.since)} – ${when(row.until)}` },
    {
      key: "actions",
      head: t("column.do"),
      align: "end",
      cell: (row) => (
        <RowActions>
          <RowButton label={t("content.editOf", { title: nameOf(row) })} onClick={() => setEditing(row)}>
            {t("content.edit")}
          </RowButton>
          <RowButton label={t("content.deleteOf", { title: nameOf(row) })} onClick={() => askToDelete(row)}>
            {t("content.delete")}
          </RowButton>
        </RowActions>
      ),
    },
  ];
  return (
    <>
      <ListBar
        action={
          <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setEditing("new")}>
            {kind === "banners" ? t("content.add.banner") : t("content.add.popup")}
          </Button>
        }
      />
      <List
        density="compact"
        query={query}
        caption={t(`content.${kind}`)}
        rowKey={(row) => row.idx ?? 0}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="notices" title={t("content.none")}>
            {t("content.noneText")}
          </EmptyState>
        }
      />
      {editing !== null && (
        <CampaignDialog kind={kind} row={editing === "new" ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {confirm.dialog}
    </>
  );
}
