import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { purseQuery } from "#shared/partner/purse.ts";
import { usePartnerRight } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useTrail } from "#shared/use-trail.ts";
import { Figures } from "./figures.tsx";
import classes from "./money.module.css";
import { PayoutDialog } from "./payout-dialog.tsx";
import { type Payout, payoutsQuery } from "./sends.ts";

const statuses = {
  "0": "payout.status.requested",
  "1": "payout.status.done",
  "-1": "payout.status.cancelled",
  "-2": "payout.status.refused",
} as const;

function statusText(status: number) {
  return status === 0 ? statuses["0"] : status === 1 ? statuses["1"] : status === -1 ? statuses["-1"] : statuses["-2"];
}

/** The members who ask the partner to pay them out, with the ways to accept and to decline. */
export function PayoutsPage() {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const [part, setPart] = useState<"open" | "all">("open");
  const trail = useTrail<number>(part);
  const query = useQuery(payoutsQuery(part === "all", trail.after));
  const purse = useQuery(purseQuery).data;
  const mayWrite = usePartnerRight("money.write") && (purse?.may ?? false);
  const [answer, setAnswer] = useState<{ payout: Payout; accepts: boolean } | null>(null);
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total: query.data.list.length, countPerList: query.data.list.length },
  };
  const columns: Column<Payout>[] = [
    {
      key: "when",
      head: t("when"),
      phone: "when",
      cell: (row) => format.moment(row.requestedAt),
      value: (row) => row.requestedAt,
    },
    { key: "account", head: t("account"), phone: "title", cell: (row) => row.memId, value: (row) => row.memId },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.amount} />,
      value: (row) => row.amount,
    },
    {
      key: "by",
      head: t("by"),
      cell: (row) => row.processedBy || "–",
      value: (row) => row.processedBy,
    },
    { key: "reason", head: t("reason"), cell: (row) => row.memo || "–", value: (row) => row.memo },
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: (row) =>
        row.status === 0 && mayWrite ? (
          <span className={classes.buttons}>
            <Button size="sm" onClick={() => setAnswer({ payout: row, accepts: true })}>
              {t("payoutAccept")}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setAnswer({ payout: row, accepts: false })}>
              {t("payoutRefuse")}
            </Button>
          </span>
        ) : (
          t(statusText(row.status))
        ),
      value: (row) => t(statusText(row.status)),
    },
  ];
  return (
    <ListPage
      title={t("payoutsTitle")}
      lead={t("payoutsLead")}
      filters={
        <ListBar>
          <Choice<"open" | "all">
            label={t("state")}
            value={part}
            options={[
              { value: "open", label: t("payoutsOpen") },
              { value: "all", label: t("payoutsAll") },
            ]}
            onChange={setPart}
          />
        </ListBar>
      }
    >
      <div>
        <List
          density="compact"
          query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
          caption={t("payoutsTitle")}
          name="partner-payouts"
          rowKey={(row) => row.id}
          columns={columns}
          above={() => (
            <Figures
              label={t("totals")}
              figures={purse ? [{ name: t("payoutToday"), value: <Money amount={purse.payoutLeft} /> }] : []}
            />
          )}
          empty={
            <EmptyState art="history" title={t("none")}>
              {t("payoutsNoneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={data?.next} />
      </div>
      {answer && <PayoutDialog {...answer} left={purse?.payoutLeft} onClose={() => setAnswer(null)} />}
    </ListPage>
  );
}
