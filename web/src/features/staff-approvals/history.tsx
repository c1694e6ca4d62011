import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type Approval, kindText, stateOf, useApprovals } from "./approvals.ts";
import { useEffectText } from "./use-effect-text.ts";

const tones = {
  open: "info",
  approved: "good",
  refused: "bad",
  cancelled: "calm",
  expired: "calm",
  failed: "bad",
} as const;

/** The requests that are over: who asked, who decided, why. */
export function History({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation(["admin", "api"]);
  const format = useFormat();
  const query = useApprovals(true, page);
  const effectText = useEffectText();
  const columns: Column<Approval>[] = [
    {
      key: "what",
      head: t("approval.what"),
      phone: "title",
      cell: (row) => (
        <>
          <strong>{t(kindText(row.kind))}</strong> <span className={staff.dim}>{row.memId}</span>
        </>
      ),
    },
    {
      key: "amount",
      head: t("correct.amount"),
      align: "end",
      phone: "amount",
      cell: (row) => `${row.amount === 0 ? "" : row.amount < 0 ? "−" : "+"}${effectText(row).amount}`,
    },
    {
      key: "state",
      head: t("column.status"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`approval.state.${stateOf(row)}`)}</StatusPill>,
    },
    {
      key: "asked",
      head: t("approval.askedBy"),
      cell: (row) => `${row.askedBy} · ${format.dateTime(row.askedAt)}`,
    },
    {
      key: "decided",
      head: t("approval.decidedBy"),
      phone: "when",
      cell: (row) =>
        [row.decidedBy, row.decidedAt && format.dateTime(row.decidedAt)].filter(Boolean).join(" · ") || "–",
    },
    {
      key: "why",
      head: t("approval.reason"),
      cell: (row) => (
        <span className={staff.wrap}>
          {[row.reason, row.note, row.code === "" ? "" : t(`api:${row.code}`, { defaultValue: row.code })]
            .filter(Boolean)
            .join(" · ") || "–"}
        </span>
      ),
    },
  ];
  return (
    <List
      density="compact"
      query={query}
      caption={t("approval.over")}
      rowKey={(row) => row.idx}
      columns={columns}
      onPage={onPage}
      empty={<EmptyState art="queue" title={t("approval.noneOver")} />}
    />
  );
}
