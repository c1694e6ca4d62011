import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./lower.module.css";
import { type Lower, offs } from "./lower.ts";
import { Role, Status } from "./status.tsx";

/** The columns of a list of accounts below. */
export function useLowerColumns(): Column<Lower>[] {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const off = (row: Lower) => offs.filter((one) => !row[one] && (one !== "recommend" || row.partner));
  return [
    {
      key: "memId",
      head: t("account"),
      phone: "title",
      cell: (row) => (
        <>
          {row.memId} <span className={classes.dim}>{row.memNick}</span>
        </>
      ),
      value: (row) => row.memId,
    },
    {
      key: "kind",
      head: t("kind"),
      cell: (row) => <Role partner={row.partner} level={row.partnerLevel} />,
      value: (row) => (row.partner ? row.partnerLevel : 0),
    },
    {
      key: "status",
      head: t("status"),
      phone: "state",
      cell: (row) => <Status status={row.status} />,
      value: (row) => row.status,
    },
    {
      key: "online",
      head: t("online"),
      cell: (row) => (row.online ? <StatusPill tone="good">{t("online")}</StatusPill> : "–"),
      value: (row) => (row.online ? 1 : 0),
    },
    {
      key: "off",
      head: t("switchedOff"),
      cell: (row) =>
        off(row)
          .map((one) => t(`switch.${one}`))
          .join(", ") || "–",
      value: (row) => off(row).join(" "),
    },
    { key: "above", head: t("above"), cell: (row) => row.recommender, value: (row) => row.recommender },
    {
      key: "cash",
      head: t("cash"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.cashAmt} />,
      value: (row) => row.cashAmt,
    },
    {
      key: "points",
      head: t("points"),
      align: "end",
      extra: true,
      cell: (row) => format.number(row.pointAmt),
      value: (row) => row.pointAmt,
    },
    {
      key: "deposits",
      head: t("deposits"),
      align: "end",
      cell: (row) => <Money amount={row.deposits} />,
      value: (row) => row.deposits,
    },
    {
      key: "withdrawals",
      head: t("withdrawals"),
      align: "end",
      cell: (row) => <Money amount={row.withdrawals} />,
      value: (row) => row.withdrawals,
    },
    {
      key: "login",
      head: t("lastLogin"),
      phone: "when",
      cell: (row) => (row.lastLoginAt ? format.dateTime(row.lastLoginAt) : "–"),
      value: (row) => row.lastLoginAt,
    },
    {
      key: "ip",
      head: t("address"),
      extra: true,
      cell: (row) => row.lastLoginIp || "–",
      value: (row) => row.lastLoginIp,
    },
    { key: "joined", head: t("joined"), cell: (row) => format.dateTime(row.joinedAt), value: (row) => row.joinedAt },
  ];
}
