import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartner } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useTrail } from "#shared/use-trail.ts";
import classes from "./settlement.module.css";
import { StatementDialog } from "./statement-dialog.tsx";
import { type Statement, statementsQuery, stateOf } from "./statements.ts";

/** The statements of the partner's commissions, a day each, and what they come to of all time. */
export function StatementsPage() {
  const { t } = useTranslation("partner-settlement");
  const format = useFormat();
  const partner = usePartner()?.agent.memId ?? "";
  const trail = useTrail<string>("statements");
  const query = useQuery(statementsQuery(trail.after));
  const [shown, setShown] = useState<Statement | null>(null);
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total: query.data.count, countPerList: query.data.list.length },
  };
  const money = (key: "valid" | "rolling" | "losing" | "amount", head: string): Column<Statement> => ({
    key,
    head,
    align: "end",
    ...(key === "amount" && { phone: "amount" as const }),
    cell: (row) => <Money amount={row[key]} />,
    value: (row) => row[key],
  });
  const state = (row: Statement) => t(stateOf(row).text);
  const columns: Column<Statement>[] = [
    { key: "day", head: t("day"), phone: "title", cell: (row) => row.day, value: (row) => row.day },
    { key: "no", head: t("no"), align: "end", cell: (row) => row.no, value: (row) => row.no },
    { key: "bets", head: t("bets"), align: "end", cell: (row) => format.number(row.bets), value: (row) => row.bets },
    money("valid", t("valid")),
    money("rolling", t("rolling")),
    money("losing", t("losing")),
    money("amount", t("amount")),
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: (row) => <StatusPill tone={stateOf(row).tone}>{state(row)}</StatusPill>,
      value: state,
    },
    { key: "reason", head: t("reason"), cell: (row) => row.reason, value: (row) => row.reason },
    {
      key: "proof",
      head: t("proof"),
      cell: (row) => (
        <Button variant="quiet" onClick={() => setShown(row)} aria-label={t("show", { day: row.day })}>
          {t("open")}
        </Button>
      ),
    },
  ];
  const last = data?.list.at(-1)?.day;
  return (
    <ListPage title={t("title")} lead={t("lead")}>
      <div>
        <List
          density="compact"
          query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
          caption={t("title")}
          name="partner-statements"
          rowKey={(row) => row.day}
          columns={columns}
          above={(answer) => (
            <section aria-label={t("ofAllTime")}>
              <dl className={classes.figures}>
                {(["paid", "waiting", "kept"] as const).map((key) => (
                  <div key={key}>
                    <dt>{t(`sum.${key}`)}</dt>
                    <dd>
                      <Money amount={answer[key]} />
                    </dd>
                  </div>
                ))}
              </dl>
              {answer.owed > 0 && (
                <p role="note" className={classes.debt}>
                  {t("debt", { amount: format.money(answer.owed) })}
                </p>
              )}
            </section>
          )}
          empty={
            <EmptyState art="history" title={t("none")}>
              {t("noneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={data?.more ? last : null} />
      </div>
      {shown && <StatementDialog statement={shown} partner={partner} onClose={() => setShown(null)} />}
    </ListPage>
  );
}
