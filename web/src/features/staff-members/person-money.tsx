import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { cashKindText } from "#shared/staff/cash-kind.ts";
import type { OneBet } from "#shared/staff/corrections/correction.ts";
import { CorrectionDialog } from "#shared/staff/corrections/correction-dialog.tsx";
import { RequestStatus } from "#shared/staff/request-status.tsx";
import { useRight } from "#shared/staff/session.ts";
import { Button } from "#shared/ui/button.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { type PartProps, type Round, requestsOfQuery, roundsQuery } from "./person.ts";
import { Nothing } from "./person-nothing.tsx";
import { Marked, RowLink } from "./row-link.tsx";

const results = {
  PASS: "result.PASS",
  FAIL: "result.FAIL",
  TIE: "result.TIE",
  WAIT: "result.WAIT",
  CANCEL: "result.CANCEL",
} as const;
const isResult = (result: string): result is keyof typeof results => Object.hasOwn(results, result);

/** The member's bets of the last three months. One on the sportsbook can be voided, and a void one decided by its matches again. */
export function Rounds({ wanted, onPage }: PartProps) {
  const { t } = useTranslation(["person", "corrections"]);
  const mayVoid = useRight("trade");
  const [voided, setVoided] = useState<OneBet | null>(null);
  const format = useFormat();
  const query = useQuery(roundsQuery(wanted));
  // An entry of the ledger names the round by its own reference: the answer says which one it is.
  const named = query.data?.row;
  return (
    <>
      {voided !== null && <CorrectionDialog target={voided} onClose={() => setVoided(null)} />}
      <List
        density="compact"
        query={query}
        caption={t("tab.rounds")}
        name="rounds"
        rowKey={({ idx }) => idx}
        chosen={named}
        columns={({ totals: { stake, payout } }) => [
          {
            key: "at",
            head: t("at"),
            phone: "when",
            cell: (row) => <Marked on={row.idx === named}>{format.moment(row.at)}</Marked>,
          },
          { key: "game", head: t("game"), phone: "title", cell: (row) => row.gameName },
          {
            key: "result",
            head: t("result"),
            phone: "state",
            cell: (row) => (isResult(row.result) ? t(results[row.result]) : row.result),
          },
          {
            key: "stake",
            head: t("stake"),
            align: "end",
            phone: "amount",
            cell: (row) => <Money amount={row.stake} />,
            foot: <Money amount={stake} />,
          },
          {
            key: "payout",
            head: t("payout"),
            align: "end",
            cell: (row) => <Money amount={row.payout} />,
            foot: <Money amount={payout} />,
          },
          { key: "after", head: t("after"), align: "end", cell: (row) => <Money amount={row.balanceAfter} /> },
          {
            key: "no",
            head: t("number"),
            align: "end",
            cell: (row) => <RowLink memId={wanted.memId} part="rounds" row={row.idx} />,
          },
          ...(mayVoid
            ? [
                {
                  key: "act",
                  head: <span />,
                  cell: (row: Round) =>
                    row.slip ? (
                      <Button
                        variant="quiet"
                        size="sm"
                        aria-haspopup="dialog"
                        onClick={() =>
                          setVoided({
                            betIdx: row.idx,
                            undo: row.result === "CANCEL",
                            memId: wanted.memId,
                            name: row.gameName,
                            stake: row.stake,
                          })
                        }
                      >
                        {t(row.result === "CANCEL" ? "corrections:title.undo" : "corrections:title.bet")}
                      </Button>
                    ) : null,
                },
              ]
            : []),
        ]}
        onPage={onPage}
        empty={<Nothing />}
      />
    </>
  );
}

/** The member's deposits and withdrawals, also those that the member took off the own list. */
export function RequestsOf({ wanted, onPage }: PartProps) {
  const { t } = useTranslation(["person", "admin"]);
  const format = useFormat();
  return (
    <List
      density="compact"
      query={useQuery(requestsOfQuery(wanted))}
      caption={t("tab.requests")}
      rowKey={({ idx }) => idx}
      chosen={wanted.row}
      columns={[
        {
          key: "at",
          head: t("at"),
          phone: "when",
          cell: (row) => <Marked on={row.idx === wanted.row}>{format.moment(row.requestedAt)}</Marked>,
        },
        {
          key: "kind",
          head: t("kind"),
          phone: "title",
          cell: (row) => t(`admin:${cashKindText(row.cashType)}`),
        },
        {
          key: "amount",
          head: t("amount"),
          align: "end",
          phone: "amount",
          cell: (row) => <Money amount={row.amount} />,
        },
        { key: "status", head: t("status"), phone: "state", cell: (row) => <RequestStatus status={row.status} /> },
        { key: "by", head: t("by"), cell: (row) => row.processedBy || "–" },
        {
          key: "no",
          head: t("number"),
          align: "end",
          cell: (row) => <RowLink memId={wanted.memId} part="requests" row={row.idx} />,
        },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}
