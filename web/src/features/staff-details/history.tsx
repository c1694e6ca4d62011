import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { DetailsCompared } from "#shared/staff/details-compared.tsx";
import staff from "#shared/staff/staff.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type Change, kindOf, stateOf, useChanges } from "./details.ts";

const tones = { open: "busy", done: "good", refused: "bad", withdrawn: "calm", over: "calm" } as const;

/** All changes: who asked for what, who decided, why. */
export function History({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation(["details", "admin"]);
  const format = useFormat();
  const query = useChanges(true, page);
  const at = (time: string | null) => time && format.dateTime(time);
  const columns: Column<Change>[] = [
    {
      key: "what",
      head: t("admin:approval.what"),
      phone: "title",
      cell: (row) => (
        <>
          <strong>{t(`kind.${kindOf(row)}`)}</strong> <span className={staff.dim}>{row.memId}</span>
        </>
      ),
    },
    {
      key: "state",
      head: t("admin:column.status"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</StatusPill>,
    },
    {
      key: "values",
      head: t("after"),
      cell: (row) => <DetailsCompared before={row.before} after={row.after} />,
    },
    {
      key: "asked",
      head: t("admin:column.requested"),
      phone: "when",
      cell: (row) => `${at(row.askedAt)} · ${row.ip}`,
    },
    {
      key: "decided",
      head: t("admin:approval.decidedBy"),
      cell: (row) => [row.decidedBy, at(row.closedAt)].filter(Boolean).join(" · ") || "–",
    },
    { key: "why", head: t("reason"), cell: (row) => <span className={staff.wrap}>{row.reason || "–"}</span> },
  ];
  return (
    <List
      density="compact"
      query={query}
      caption={t("all")}
      rowKey={(row) => row.idx}
      columns={columns}
      onPage={onPage}
      empty={<EmptyState art="queue" title={t("noneAll")} />}
    />
  );
}
