import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { Net } from "./amounts.tsx";
import { groupText } from "./group.ts";
import { PeriodField } from "./period-field.tsx";
import classes from "./report.module.css";
import { winLoseQuery } from "./report.ts";
import { type ReportSearch, reportDays } from "./search.ts";

interface WinLosePageProps {
  search: ReportSearch;
  onSearch(search: ReportSearch): void;
  /** Shown when nothing was played: the way to the games. */
  play: ReactNode;
  /** Links to the limits and to each round. */
  care: ReactNode;
}

/** The member's wins and losses in a period: the total first, then studio by studio (S-22). */
export function WinLosePage({ search, onSearch, play, care }: WinLosePageProps) {
  const { t } = useTranslation("report");
  const format = useFormat();
  const [now] = useState(() => Date.now());
  const period = search.period ?? "month";
  const days = reportDays(period, format, now);
  const query = useQuery(winLoseQuery(days));
  return (
    <Page title={t("winlose.title")} lead={t("winlose.lead")}>
      <PeriodField period={period} days={days} onSearch={onSearch} />
      <List
        query={query}
        caption={t("winlose.title")}
        rowKey={(row) => `${row.groupCode} ${row.procId}`}
        columns={({ total }) => [
          {
            key: "name",
            head: t("column.studio"),
            phone: "title",
            cell: (row) => row.name || t("winlose.gone"),
            foot: t("total"),
          },
          { key: "group", head: t("column.group"), cell: (row) => t(groupText(row.groupCode)) },
          {
            key: "rounds",
            head: t("column.rounds"),
            align: "end",
            cell: (row) => format.number(row.rounds),
            foot: format.number(total.rounds),
          },
          {
            key: "stake",
            head: t("column.stake"),
            align: "end",
            cell: (row) => <Money amount={row.stake} />,
            foot: <Money amount={total.stake} />,
          },
          {
            key: "payout",
            head: t("column.payout"),
            align: "end",
            cell: (row) => <Money amount={row.payout} />,
            foot: <Money amount={total.payout} />,
          },
          {
            key: "open",
            head: t("column.open"),
            align: "end",
            cell: (row) => (row.open === 0 ? "–" : <Money amount={row.open} />),
            foot: total.open === 0 ? "–" : <Money amount={total.open} />,
          },
          {
            key: "result",
            head: t("column.result"),
            align: "end",
            cell: (row) => <Net amount={row.result} />,
            foot: <Net amount={total.result} />,
          },
        ]}
        above={({ list, total }) =>
          list.length > 0 && (
            <Panel title={t("winlose.result")}>
              <p className={classes.big}>
                <Net amount={total.result} size="xl" />
              </p>
              <Facts
                roomy
                facts={[
                  { name: t("column.stake"), value: <Money amount={total.stake} /> },
                  { name: t("column.payout"), value: <Money amount={total.payout} /> },
                  ...(total.open > 0 ? [{ name: t("column.open"), value: <Money amount={total.open} /> }] : []),
                  { name: t("column.rounds"), value: format.number(total.rounds) },
                ]}
              />
              {care}
            </Panel>
          )
        }
        height="26rem"
        empty={
          <EmptyState art="games" title={t("winlose.empty")} action={play}>
            {t("winlose.emptyText")}
          </EmptyState>
        }
      />
    </Page>
  );
}
