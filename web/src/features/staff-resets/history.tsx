import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type Reset, secretOf, stateOf, useResets } from "./resets.ts";

const tones = { open: "busy", confirmed: "info", refused: "bad", done: "good", over: "calm" } as const;

/** All requests: who asked for what, who decided, why. */
export function History({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useResets(true, page);
  const at = (time: string | null) => time && format.dateTime(time);
  const columns: Column<Reset>[] = [
    {
      key: "what",
      head: t("approval.what"),
      phone: "title",
      cell: (row) => (
        <>
          <strong>{t(`reset.secret.${secretOf(row)}`)}</strong> <span className={staff.dim}>{row.memId}</span>
        </>
      ),
    },
    {
      key: "state",
      head: t("column.status"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`reset.state.${stateOf(row)}`)}</StatusPill>,
    },
    { key: "asked", head: t("column.requested"), phone: "when", cell: (row) => `${at(row.askedAt)} · ${row.ip}` },
    {
      key: "decided",
      head: t("approval.decidedBy"),
      cell: (row) => [row.decidedBy, at(row.decidedAt)].filter(Boolean).join(" · ") || "–",
    },
    { key: "done", head: t("reset.done"), cell: (row) => at(row.doneAt) ?? "–" },
    { key: "why", head: t("approval.reason"), cell: (row) => <span className={staff.wrap}>{row.note || "–"}</span> },
  ];
  return (
    <List
      density="compact"
      query={query}
      caption={t("reset.all")}
      rowKey={(row) => row.idx}
      columns={columns}
      onPage={onPage}
      empty={<EmptyState art="queue" title={t("reset.noneAll")} />}
    />
  );
}
