import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartner } from "#shared/partner/session.ts";
import { Chart } from "#shared/ui/chart/chart.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { useRefresh } from "#shared/ui/refresh.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./home.module.css";
import { type Home, homeQuery } from "./home.ts";
import { FigureTiles, LiveTiles } from "./tiles.tsx";

/** The last 31 days: deposits less withdrawals, what the downline lost, and the own commission. */
function Curves({ days }: { days: Home["days"] }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const curves = useMemo(() => {
    const of = (read: (day: Home["days"][number]) => number | undefined) => {
      const points = days.map((day) => ({ day: day.day, value: read(day) }));
      return points.every((point): point is { day: string; value: number } => point.value !== undefined) ? points : [];
    };
    return {
      net: of(({ money }) => (money ? money.deposits.amount - money.withdrawals.amount : undefined)),
      ggr: of(({ play }) => play?.ggr),
      commission: of(({ commission }) => (commission ? commission.rolling + commission.losing : undefined)),
    };
  }, [days]);
  const titles = { net: t("home.net"), ggr: t("ggr"), commission: t("home.commission") };
  return (
    <div className={classes.charts}>
      {(["net", "ggr", "commission"] as const).map(
        (name) =>
          curves[name].length > 0 && (
            <Panel key={name}>
              <Chart title={titles[name]} points={curves[name]} write={format.money} />
            </Panel>
          ),
      )}
    </div>
  );
}

/** The first page of the partner area: figures that are added up, figures of this moment, the last weeks, and what the person may do here. */
export function HomePage() {
  const { t } = useTranslation(["partner", "partner-reports"]);
  const agent = usePartner()?.agent;
  const query = useQuery(homeQuery);
  useRefresh(query.refetch);
  return (
    <Page title={t("home.title")}>
      <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-l)" />}>
        {({ live, today, month, days, asOf }) => (
          <div className={classes.page}>
            <LiveTiles live={live} />
            <FigureTiles title={t("partner-reports:home.today")} figures={today} asOf={asOf} />
            <FigureTiles title={t("partner-reports:home.month")} figures={month} asOf={asOf} />
            <Curves days={days} />
          </div>
        )}
      </QueryView>
      {agent && (
        <Facts
          facts={[
            { name: t("home.memId"), value: agent.memId },
            { name: t("home.person"), value: agent.name || agent.agentId },
            { name: t("home.level"), value: `PTN_${agent.partnerLevel}` },
            {
              name: t("home.rights"),
              value: agent.rights.map((right) => t(`right.${right}`)).join(", ") || t("home.noRights"),
            },
          ]}
        />
      )}
    </Page>
  );
}
