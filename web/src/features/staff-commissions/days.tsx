import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useTrail } from "#shared/use-trail.ts";
import classes from "./commissions.module.css";
import { type Day, daysQuery, type Job } from "./commissions.ts";

/** How far the settlement is. */
function JobFacts({ job }: { job: Job | null }) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  return (
    <section aria-label={t("job")} className={classes.job}>
      <h2>{t("job")}</h2>
      {job ? (
        <Facts
          facts={[
            { name: t("job.settled"), value: job.settled },
            {
              name: t("job.unsettled"),
              value: format.number(job.unsettled),
              warn: job.unsettled > 0 ? t("job.late") : undefined,
            },
            { name: t("job.summedAt"), value: format.moment(job.summedAt) },
            { name: t("job.open"), value: format.number(job.open) },
          ]}
        />
      ) : (
        <p className={classes.dim}>{t("job.never")}</p>
      )}
    </section>
  );
}

/** The settled days of the site, the newest first. */
export function Days({ onOpen }: { onOpen(day: string): void }) {
  const { t } = useTranslation("commissions");
  const format = useFormat();
  const trail = useTrail<string>("days");
  const query = useQuery(daysQuery(trail.after));
  const money = (key: "amount" | "paid" | "waiting"): Column<Day> => ({
    key,
    head: t(key),
    align: "end",
    ...(key === "amount" && { phone: "amount" as const }),
    cell: (row) => <Money amount={row[key]} />,
    value: (row) => row[key],
  });
  const waits = ({ open }: Day) => (open > 0 ? t("waits", { open: format.number(open) }) : t("decided"));
  const columns: Column<Day>[] = [
    { key: "day", head: t("day"), phone: "title", cell: (row) => row.day, value: (row) => row.day },
    {
      key: "statements",
      head: t("statements"),
      align: "end",
      cell: (row) => format.number(row.statements),
      value: (row) => row.statements,
    },
    {
      key: "open",
      head: t("state"),
      phone: "state",
      cell: (row) => <StatusPill tone={row.open > 0 ? "busy" : "good"}>{waits(row)}</StatusPill>,
      value: waits,
    },
    money("amount"),
    money("paid"),
    money("waiting"),
    {
      key: "madeAt",
      head: t("madeAt"),
      phone: "when",
      cell: (row) => format.moment(row.madeAt),
      value: (row) => format.moment(row.madeAt),
    },
  ];
  const last = query.data?.list.at(-1)?.day;
  return (
    <div className={classes.body}>
      <List
        density="compact"
        query={query}
        caption={t("title")}
        name="commission-days"
        rowKey={(row) => row.day}
        columns={columns}
        onChoose={(row) => onOpen(row.day)}
        above={({ job }) => <JobFacts job={job} />}
        empty={
          <EmptyState art="history" title={t("none")}>
            {t("noneText")}
          </EmptyState>
        }
      />
      <TrailPager trail={trail} next={query.data?.more ? last : null} />
    </div>
  );
}
