import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { cashKindText } from "#shared/staff/cash-kind.ts";
import staff from "#shared/staff/staff.module.css";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./members.module.css";
import { closedQuery } from "./members.ts";

/** How the member's last requests ended. */
export function MemberHistory({ memId }: { memId: string }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const query = useQuery(closedQuery(memId));
  return (
    <QueryView query={query} compact skeleton={<Skeleton height="6rem" radius="var(--radius-m)" />}>
      {({ list }) => {
        if (list.length === 0) return <p className={staff.dim}>{t("history.none")}</p>;
        return (
          <ul className={classes.history}>
            {list.map((row) => (
              <li key={row.idx}>
                <span>{t(cashKindText(row.cashType))}</span>
                <Money amount={row.amount} />
                <time dateTime={row.requestedAt}>{format.moment(row.requestedAt)}</time>
                <StatusPill tone={row.status === 1 ? "good" : row.status === -2 ? "bad" : "calm"}>
                  {row.status === 1
                    ? t("status.done")
                    : row.status === -2
                      ? t("status.refused")
                      : t("status.cancelled")}
                </StatusPill>
                {row.memo !== "" && <span className={classes.memo}>{row.memo}</span>}
              </li>
            ))}
          </ul>
        );
      }}
    </QueryView>
  );
}
