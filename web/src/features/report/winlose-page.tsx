import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Days, daysBetween, daysRequest, lastDays } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Chart, type Point } from "#shared/ui/chart/chart.tsx";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { Net } from "./amounts.tsx";
import classes from "./report.module.css";
import { type WinLose, winLoseQuery } from "./report.ts";
import { type ReportSearch, reportSearch } from "./search.ts";
import { useWinLoseColumns } from "./winlose-columns.tsx";

interface WinLosePageProps {
  search: ReportSearch;
  onSearch(search: ReportSearch): void;
  /** Shown when nothing was played: the way to the games. */
  play: ReactNode;
  /** Links to the limits and to each round. */
  care: ReactNode;
}

/** The member's wins and losses in a period: the result day by day, then studio by studio (S-22), and the net deposits (S-21). */
export function WinLosePage({ search, onSearch, play, care }: WinLosePageProps) {
  const { t } = useTranslation("report");
  const format = useFormat();
  const daysText = useDaysText();
  const [now] = useState(() => Date.now());
  const month = lastDays(30, format, now);
  const days = search.from === undefined && search.to === undefined ? month : search;
  const query = useQuery(winLoseQuery(daysRequest(days)));
  const columns = useWinLoseColumns();
  return (
    <Page title={t("winlose.title")} lead={t("winlose.lead")}>
      <Filters chosen={[daysText(days)]}>
        <DateRange value={search} shown={month} onChange={(next) => onSearch(reportSearch({ ...next }))} />
      </Filters>
      <List
        query={query}
        caption={t("winlose.title")}
        name="winlose"
        rowKey={(row) => `${row.groupCode} ${row.procId}`}
        columns={columns}
        above={(data) => (
          <div className={classes.panels}>
            {data.list.length > 0 && <Result data={data} days={days} care={care} />}
            <NetDeposits of={data.netDeposits} />
          </div>
        )}
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

/** The result of each day of the period: zero where nothing was settled. */
function everyDay(list: WinLose["dayList"], { from, to }: Days): Point[] {
  const results = new Map(list.map(({ date, stake, payout }) => [date, payout - stake]));
  const first = from ?? list[0]?.date ?? "";
  const last = to ?? list.at(-1)?.date ?? "";
  return daysBetween(first, last).map((day) => ({ day, value: results.get(day) ?? 0 }));
}

/** The result of the period, and how it came about day by day. */
function Result({ data: { total, dayList }, days, care }: { data: WinLose; days: Days; care: ReactNode }) {
  const { t } = useTranslation("report");
  const format = useFormat();
  return (
    <Panel title={t("winlose.result")}>
      <p className={classes.big}>
        <Net amount={total.result} size="xl" />
      </p>
      {dayList.length > 0 && (
        <Chart
          title={t("winlose.byDay")}
          points={everyDay(dayList, days)}
          write={(value) => `${value < 0 ? "−" : ""}${format.money(Math.abs(value))}`}
        />
      )}
      {care}
    </Panel>
  );
}

/** The deposits and withdrawals of all time, and an explanation of their difference (S-21). */
function NetDeposits({ of }: { of: WinLose["netDeposits"] }) {
  const { t } = useTranslation("report");
  return (
    <Panel title={t("net.title")}>
      <p className={classes.big}>
        <Money amount={of.netAmt} size="xl" />
      </p>
      <Facts
        roomy
        facts={[
          { name: t("net.deposits"), value: <Money amount={of.depositAmt} /> },
          { name: t("net.withdrawals"), value: <Money amount={of.withdrawAmt} /> },
        ]}
      />
      <p className={classes.dim}>{t("net.text")}</p>
    </Panel>
  );
}
