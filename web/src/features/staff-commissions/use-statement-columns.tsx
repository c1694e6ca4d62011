import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./commissions.module.css";
import { type Statement, states } from "./commissions.ts";

const tones = { open: "busy", paid: "good", kept: "bad" } as const;

const sums = [
  "stake",
  "payout",
  "valid",
  "bonus",
  "rolling",
  "losing",
  "carriedIn",
  "carriedOut",
  "owedIn",
  "repaid",
  "owedOut",
  "offset",
  "amount",
  "left",
] as const;
/** The sums that are hidden until they are chosen. */
const extra: readonly (typeof sums)[number][] = [
  "stake",
  "payout",
  "valid",
  "bonus",
  "carriedIn",
  "owedIn",
  "repaid",
  "offset",
  "left",
];

/** The debts above a statement, which only two persons pay while there are any. */
export function debtsText(debts: Statement["debts"], money: (amount: number) => string): string {
  return debts.map(({ partner, owed }) => `${partner} ${money(owed)}`).join(" · ");
}

interface StatementActions {
  onPay(row: Statement): void;
  onKeep(row: Statement): void;
  /** Pays a statement that is kept. */
  onPayKept(row: Statement): void;
}

/** The columns of the statements of a day. */
export function useStatementColumns({ onPay, onKeep, onPayKept }: StatementActions): Column<Statement>[] {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const stateOf = (row: Statement) => states.find((one) => one === row.state) ?? "open";
  const decision = ({ decidedBy, decidedAt, reason }: Statement) =>
    decidedAt ? [decidedBy, reason, format.moment(decidedAt)].filter(Boolean).join(" · ") : "";
  const debts = (row: Statement) => debtsText(row.debts, format.money);
  return [
    {
      key: "partner",
      head: t("partner"),
      phone: "title",
      cell: (row) => (
        <>
          {row.memId} <span className={staff.dim}>{row.memNick}</span>
        </>
      ),
      value: (row) => row.memId,
    },
    {
      key: "level",
      head: t("level"),
      align: "end",
      extra: true,
      cell: (row) => row.partnerLevel,
      value: (row) => row.partnerLevel,
    },
    { key: "no", head: t("no"), align: "end", extra: true, cell: (row) => row.no, value: (row) => row.no },
    {
      key: "bets",
      head: t("bets"),
      align: "end",
      extra: true,
      cell: (row) => format.number(row.bets),
      value: (row) => row.bets,
    },
    ...sums.map(
      (key): Column<Statement> => ({
        key,
        head: t(`sum.${key}`),
        align: "end",
        extra: extra.includes(key),
        ...(key === "amount" && { phone: "amount" as const }),
        cell: (row) => <Money amount={row[key]} />,
        value: (row) => row[key],
      }),
    ),
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</StatusPill>,
      value: (row) => t(`state.${stateOf(row)}`),
    },
    {
      key: "debts",
      head: t("debts"),
      cell: (row) => row.debts.length > 0 && <StatusPill tone="bad">{debts(row)}</StatusPill>,
      value: debts,
    },
    {
      key: "decision",
      head: t("decision"),
      cell: (row) =>
        row.state === "open" ? (
          <RowActions>
            <RowButton variant="quiet" label={t("payOf", { memId: row.memId })} onClick={() => onPay(row)}>
              {t("payShort")}
            </RowButton>
            <RowButton label={t("keepOf", { memId: row.memId })} onClick={() => onKeep(row)}>
              {t("keepShort")}
            </RowButton>
          </RowActions>
        ) : (
          <>
            <span className={classes.decision} title={decision(row)}>
              {decision(row)}
            </span>
            {row.state === "kept" && (
              <RowActions>
                <RowButton label={t("payKeptOf", { memId: row.memId })} onClick={() => onPayKept(row)}>
                  {t("payShort")}
                </RowButton>
              </RowActions>
            )}
          </>
        ),
      value: decision,
    },
  ];
}
