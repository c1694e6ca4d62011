import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { RequestStatus } from "#shared/staff/request-status.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { ledgerQuery, requestsOfQuery, roundsQuery, type Wanted } from "./person.ts";
import { useSourceLink } from "./source-link.tsx";

interface PartProps {
  wanted: Wanted;
  onPage(page: number): void;
}

function Nothing() {
  const { t } = useTranslation("person");
  return (
    <EmptyState art="history" title={t("none")}>
      {t("noneText")}
    </EmptyState>
  );
}

const units = { cash: "unit.cash", hold: "unit.hold", point: "unit.point" } as const;
const isUnit = (unit: string): unit is keyof typeof units => Object.hasOwn(units, unit);

/** Every move of the member's wallet with the balance after it, and what explains it. */
export function Ledger({ wanted, onPage }: PartProps) {
  const { t } = useTranslation("person");
  const format = useFormat();
  const source = useSourceLink(wanted.memId);
  const money = (amount: number, unit: string) => <Money amount={amount} unit={unit === "point" ? "points" : "cash"} />;
  return (
    <List
      density="compact"
      query={useQuery(ledgerQuery(wanted))}
      caption={t("tab.ledger")}
      rowKey={({ no }) => no}
      columns={[
        { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.at) },
        { key: "kind", head: t("kind"), phone: "title", cell: (row) => row.kind },
        { key: "unit", head: t("unit"), cell: (row) => (isUnit(row.unit) ? t(units[row.unit]) : row.unit) },
        { key: "amount", head: t("amount"), align: "end", phone: "amount", cell: (row) => money(row.amount, row.unit) },
        { key: "after", head: t("after"), align: "end", phone: "state", cell: (row) => money(row.balance, row.unit) },
        { key: "because", head: t("because"), cell: source },
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}

const results = {
  PASS: "result.PASS",
  FAIL: "result.FAIL",
  TIE: "result.TIE",
  WAIT: "result.WAIT",
  CANCEL: "result.CANCEL",
} as const;
const isResult = (result: string): result is keyof typeof results => Object.hasOwn(results, result);

/** The member's bets of the last three months. */
export function Rounds({ wanted, onPage }: PartProps) {
  const { t } = useTranslation("person");
  const format = useFormat();
  return (
    <List
      density="compact"
      query={useQuery(roundsQuery(wanted))}
      caption={t("tab.rounds")}
      rowKey={({ idx }) => idx}
      columns={({ totals: { stake, payout } }) => [
        { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.at) },
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
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}

/** The member's deposits and withdrawals, also those that the member took off the own list. */
export function RequestsOf({ wanted, onPage }: PartProps) {
  const { t } = useTranslation(["person", "admin"]);
  const format = useFormat();
  return (
    <List
      density="compact"
      query={useQuery(requestsOfQuery(wanted.memId, wanted.page))}
      caption={t("tab.requests")}
      rowKey={({ idx }) => idx}
      columns={[
        { key: "at", head: t("at"), phone: "when", cell: (row) => format.moment(row.requestedAt) },
        {
          key: "kind",
          head: t("kind"),
          phone: "title",
          cell: (row) => `${t(row.cashType === "in" ? "admin:kind.in" : "admin:kind.out")} ${row.idx}`,
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
      ]}
      onPage={onPage}
      empty={<Nothing />}
    />
  );
}
