import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { cashKindText } from "#shared/staff/cash-kind.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { useShown } from "#shared/staff/personal.ts";
import { RequestStatus } from "#shared/staff/request-status.tsx";
import { useRight } from "#shared/staff/session.ts";
import { ShowPersonal } from "#shared/staff/show-personal.tsx";
import { Money } from "#shared/ui/money.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import classes from "./requests.module.css";
import type { RequestRow } from "./requests.ts";

/** The name of who pays in or is paid out, masked until it is shown. */
function Name({ row }: { row: RequestRow }) {
  const { of } = useShown("request", row.idx);
  return (row.cashType === "in" ? of("depositor", row.depositor) : of("accountHolder", row.accountHolder)) || "–";
}

/** Bank and account, and the button that shows them and the name. */
function Account({ row }: { row: RequestRow }) {
  const { of } = useShown("request", row.idx);
  const text = [row.bank, of("accountNo", row.accountNo)].filter(Boolean).join(" ");
  return (
    <>
      {text || "–"}{" "}
      <ShowPersonal
        subject="request"
        id={String(row.idx)}
        fields={row.cashType === "in" ? ["depositor"] : ["accountNo", "accountHolder"]}
        purpose={row.cashType === "in" ? "deposit" : "payout"}
        row={`${row.memId} ${row.idx}`}
      />
    </>
  );
}

/** The columns of the list of all requests. */
export function useRequestColumns(): Column<RequestRow>[] {
  const { t } = useTranslation(["requests", "admin"]);
  const format = useFormat();
  const mayMember = useRight("member");
  const member = ({ memId }: RequestRow) =>
    mayMember ? (
      <NavLink to={staffPaths.member.replace("$memId", memId)} className={classes.link}>
        {memId}
      </NavLink>
    ) : (
      memId
    );
  return [
    { key: "requested", head: t("requested"), phone: "when", cell: (row) => format.moment(row.requestedAt) },
    { key: "kind", head: t("kind"), cell: (row) => t(`admin:${cashKindText(row.cashType)}`) },
    { key: "member", head: t("member"), phone: "title", cell: member, value: (row) => row.memId },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.amount} />,
      value: (row) => row.amount,
    },
    { key: "state", head: t("state"), phone: "state", cell: (row) => <RequestStatus status={row.status} /> },
    { key: "by", head: t("by"), cell: (row) => row.processedBy || "–" },
    {
      key: "processed",
      head: t("processed"),
      cell: (row) => (row.processedAt ? format.moment(row.processedAt) : "–"),
    },
    { key: "name", head: t("name"), cell: (row) => <Name row={row} /> },
    { key: "account", head: t("account"), cell: (row) => <Account row={row} /> },
    {
      key: "memo",
      head: t("memo"),
      cell: (row) => (row.memo === "" ? "–" : <span className={classes.memo}>{row.memo}</span>),
    },
  ];
}
