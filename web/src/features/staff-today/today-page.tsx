import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Chart } from "#shared/ui/chart/chart.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { Products } from "./products.tsx";
import { Start } from "./start.tsx";
import { Tiles } from "./tiles.tsx";
import classes from "./today.module.css";
import { type Figures, todayQuery } from "./today.ts";
import { WaitingList } from "./waiting-list.tsx";

/** Two weeks of the site: deposits less withdrawals, and the gaming revenue. */
function Fortnight({ days }: { days: Figures["days"] }) {
  const { t } = useTranslation("today");
  const format = useFormat();
  const net = useMemo(() => days.map((day) => ({ day: day.day, value: day.in - day.out })), [days]);
  const result = useMemo(() => days.map((day) => ({ day: day.day, value: day.ggr })), [days]);
  return (
    <div className={classes.charts}>
      <Panel>
        <Chart title={t("days.net")} points={net} write={format.money} />
      </Panel>
      <Panel>
        <Chart title={t("days.result")} points={result} write={format.money} />
      </Panel>
    </div>
  );
}

/** The day of the site at a glance: what waits, the figures beside those of yesterday, the products, and two weeks. */
export function TodayPage() {
  const { t } = useTranslation("today");
  const format = useFormat();
  const query = useQuery(todayQuery);
  const at = query.data && t("asOf", { time: format.moment(query.data.asOf) });
  return (
    <Page title={t("title")} lead={t("lead")} actions={<span className={classes.asOf}>{at}</span>}>
      <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-l)" />}>
        {({ start, waiting, figures, online, asOf }) => (
          <div className={classes.page}>
            {start && <Start {...start} />}
            <WaitingList waiting={waiting} now={Date.parse(asOf)} />
            <Tiles figures={figures} online={online} />
            {figures && <Products products={figures.products} />}
            {figures && <Fortnight days={figures.days} />}
          </div>
        )}
      </QueryView>
    </Page>
  );
}
