import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useSearch } from "#shared/use-search.ts";
import own from "./content.module.css";
import { contentSearch, type ReportedRow, reportListQuery, useDecideReports } from "./content.ts";

const reasons = ["spam", "abuse", "fraud", "privacy", "other"] as const;

/** The posts and comments that members reported: each is hidden, or stays. */
export function Reports() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const { search, onPage } = useSearch(contentSearch);
  const query = useQuery(reportListQuery(search.page ?? 1));
  const [open, setOpen] = useState<ReportedRow | null>(null);
  return (
    <>
      <List
        density="compact"
        query={query}
        caption={t("content.reports")}
        rowKey={(row) => `${row.comment}${row.idx}`}
        columns={[
          {
            key: "title",
            head: t("column.title"),
            phone: "title",
            cell: (row) => <span className={staff.ellipsis}>{row.title}</span>,
          },
          { key: "kind", head: t("content.report.kind"), phone: "state", cell: (row) => <KindPill row={row} /> },
          { key: "writer", head: t("column.writer"), cell: (row) => `${row.writer} (${row.memId})` },
          { key: "reason", head: t("content.report.reasons"), cell: (row) => <Reasons row={row} /> },
          {
            key: "total",
            head: t("content.report.total"),
            phone: "amount",
            align: "end",
            cell: (row) => format.number(row.total),
          },
          {
            key: "at",
            head: t("column.at"),
            phone: "when",
            cell: ({ reports: [latest] }) => latest && format.dateTime(latest.createdAt),
          },
        ]}
        onOpen={setOpen}
        onPage={onPage}
        empty={<EmptyState art="notices" title={t("content.report.none")} />}
      />
      {open && <ReportedDialog row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function KindPill({ row }: { row: ReportedRow }) {
  const { t } = useTranslation("admin");
  return (
    <>
      {t(row.comment ? "content.report.comment" : "content.report.post")}{" "}
      {row.deleted && <StatusPill tone="calm">{t("content.byMember")}</StatusPill>}
    </>
  );
}

function Reasons({ row }: { row: ReportedRow }) {
  const { t } = useTranslation("admin");
  const said = reasons.filter((reason) => row.reports.some((report) => report.reason === reason));
  return said.map((reason) => t(`content.report.reason.${reason}`)).join(", ");
}

/** A reported post or comment with its reports, and the decision. */
function ReportedDialog({ row, onClose }: { row: ReportedRow; onClose(): void }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const toast = useToast();
  const decide = useDecideReports();
  const { idx, comment } = row;
  const close = (hide: boolean) =>
    decide.mutate(
      { idx, comment, hide },
      {
        onSuccess: () => {
          toast({ tone: "done", text: t(hide ? "content.report.hidden" : "content.report.kept") });
          onClose();
        },
      },
    );
  return (
    <Dialog
      wide
      title={t(comment ? "content.report.commentOn" : "content.report.postOf", { title: row.title })}
      onClose={onClose}
    >
      <div className={staff.form}>
        <p className={staff.dim}>
          {row.writer} ({row.memId}) <KindPill row={row} />
        </p>
        <div className={staff.quote}>
          <RichText html={row.content} />
        </div>
        <ul className={staff.form}>
          {row.reports.map((report) => (
            <li key={report.memId}>
              <p>
                <strong>{t(`content.report.reason.${reasons.find((one) => one === report.reason) ?? "other"}`)}</strong>{" "}
                <span className={staff.dim}>
                  {report.memId} · {format.dateTime(report.createdAt)}
                </span>
              </p>
              {report.words !== "" && <p>{report.words}</p>}
              <details className={staff.dim}>
                <summary>{t("content.report.then")}</summary>
                <p className={own.then}>{report.content}</p>
              </details>
            </li>
          ))}
        </ul>
        <Refusal error={decide.error} />
        <div className={staff.buttons}>
          <Button variant="danger" busy={decide.isPending} onClick={() => close(true)}>
            {t("content.report.hide")}
          </Button>
          <Button variant="quiet" disabled={decide.isPending} onClick={() => close(false)}>
            {t("content.report.keep")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
