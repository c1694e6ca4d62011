import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartnerRight } from "#shared/partner/session.ts";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./lower.module.css";
import { type Lower, offs } from "./lower.ts";
import { Role, Status } from "./status.tsx";

/** The columns of a list of accounts below; those of amounts only with the right to see money. */
export function useLowerColumns(): Column<Lower>[] {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const seesMoney = usePartnerRight("money.read");
  const amount = (key: string, head: string, of: (row: Lower) => number | null): Column<Lower> => ({
    key,
    head,
    align: "end",
    cell: (row) => {
      const shown = of(row);
      return shown === null ? "–" : <Money amount={shown} />;
    },
    value: of,
  });
  const amounts: Column<Lower>[] = [
    { ...amount("cash", t("cash"), (row) => row.cashAmt), phone: "amount" },
    {
      key: "points",
      head: t("points"),
      align: "end",
      extra: true,
      cell: (row) => (row.pointAmt === null ? "–" : format.number(row.pointAmt)),
      value: (row) => row.pointAmt,
    },
    amount("deposits", t("deposits"), (row) => row.deposits),
    amount("withdrawals", t("withdrawals"), (row) => row.withdrawals),
  ];
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
    ...(seesMoney ? amounts : []),
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
