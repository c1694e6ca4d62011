import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { type Column, DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "../shell/desk.module.css";
import own from "./content.module.css";
import { type BannerRow, bannerListQuery, type PopupRow, popupListQuery, stateOf, useDelete } from "./content.ts";
import { HangingDialog } from "./hanging-dialog.tsx";
import { LanguageName } from "./language-field.tsx";

interface HangingsProps {
  kind: "banners" | "popups";
  page: number;
  onPage(page: number): void;
}

type HangingRow = BannerRow | PopupRow;

const tones = { shown: "good", later: "info", over: "calm", hidden: "calm" } as const;

/** The banners of the main page, or the popups over it, in the order in which they are shown. */
export function Hangings({ kind, page, onPage }: HangingsProps) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const faultText = useFaultText();
  const toast = useToast();
  const banners = useQuery({ ...bannerListQuery(page), enabled: kind === "banners" });
  const popups = useQuery({ ...popupListQuery(page), enabled: kind === "popups" });
  const query = kind === "banners" ? banners : popups;
  const remove = useDelete();
  const [now] = useState(() => Date.now());
  const [editing, setEditing] = useState<HangingRow | "new" | null>(null);
  const [deleting, setDeleting] = useState<HangingRow | null>(null);
  const close = () => {
    remove.reset();
    setDeleting(null);
  };
  const when = (iso: string | null) => (iso === null ? "…" : format.dateTime(iso));
  const columns: Column<HangingRow>[] = [
    {
      key: "title",
      head: t("column.title"),
      cell: (row) => (
        <span className={own.named}>
          {row.image !== "" && <img className={own.thumb} src={row.image} alt="" loading="lazy" />}
          <span className={classes.ellipsis}>{row.title}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: t("column.shown"),
      cell: (row) => {
        const state = stateOf(row, now);
        return <StatusPill tone={tones[state]}>{t(`content.${state}`)}</StatusPill>;
      },
    },
    { key: "lang", head: t("column.language"), cell: (row) => <LanguageName lang={row.lang} /> },
    ...(kind === "popups"
      ? [
          {
            key: "audience",
            head: t("content.field.audience"),
            cell: (row: HangingRow) =>
              "popupType" in row && row.popupType === "after"
                ? t("content.audience.after")
                : t("content.audience.before"),
          },
        ]
      : []),
    { key: "ord", head: t("column.order"), align: "end", cell: (row) => row.ord },
    { key: "time", head: t("column.time"), cell: (row) => `${when(row.since)} – ${when(row.until)}` },
    {
      key: "actions",
      head: t("column.do"),
      align: "end",
      cell: (row) => (
        <span className={classes.rowActions}>
          <Button
            variant="ghost"
            size="sm"
            aria-haspopup="dialog"
            aria-label={t("content.editOf", { title: row.title })}
            onClick={() => setEditing(row)}
          >
            {t("content.edit")}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-haspopup="dialog"
            aria-label={t("content.deleteOf", { title: row.title })}
            onClick={() => setDeleting(row)}
          >
            {t("content.delete")}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <div className={classes.filters}>
        <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setEditing("new")}>
          {kind === "banners" ? t("content.add.banner") : t("content.add.popup")}
        </Button>
      </div>
      <QueryView<{ list: HangingRow[]; pageInfo: { page: number; pages: number } }>
        query={query}
        skeleton={<Skeleton height="28rem" radius="var(--radius-m)" />}
      >
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="notices" title={t("content.none")}>
              {t("content.noneText")}
            </EmptyState>
          ) : (
            <div className={classes.list}>
              <DataTable
                dense
                caption={t(`content.${kind}`)}
                columns={columns}
                rows={list}
                rowKey={(row) => row.idx ?? 0}
              />
              <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={onPage} />
            </div>
          )
        }
      </QueryView>
      {editing !== null && (
        <HangingDialog kind={kind} row={editing === "new" ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {deleting && (
        <ConfirmDialog
          title={t("content.delete.title", { title: deleting.title })}
          confirm={t("content.delete")}
          tone="danger"
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { kind, idx: deleting.idx ?? 0 },
              {
                onSuccess: () => {
                  toast({ tone: "done", text: t("content.deleted", { title: deleting.title }) });
                  close();
                },
              },
            )
          }
          onClose={close}
        >
          <p>{t("content.delete.text")}</p>
          {remove.error && (
            <p role="alert" className={classes.fault}>
              {faultText(remove.error)}
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
