import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "#shared/i18n/format.tsx";
import type { DrawGame } from "#shared/minigame/games.ts";
import { useDrawWords } from "#shared/minigame/words.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Lead } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { useRefresh } from "#shared/ui/refresh.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { type Performance as Figures, performanceQuery } from "./rounds.ts";
import classes from "./staff-minigame.module.css";

type Return = Figures["returns"][number];
type Day = Figures["days"][number];

/** From this deviation on chance is no explanation, in hundredths of a standard deviation (S-58). */
const FAR = 500;

const isFar = ({ deviation }: Return) => Math.abs(deviation) >= FAR;

function sigmas(format: Format, hundredths: number): string {
  return `${hundredths > 0 ? "+" : ""}${format.number(hundredths / 100)} σ`;
}

interface PerformanceProps {
  /** Only the days of this game; undefined: of all. */
  game: DrawGame | undefined;
  days: number | undefined;
}

/** The return of each game beside the one that its pay table states, and the days of the site. */
export function Performance({ game, days }: PerformanceProps) {
  const { t } = useTranslation("trading");
  const query = useQuery(performanceQuery(days));
  useRefresh(query.refetch);
  return (
    <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-m)" />}>
      {(figures) => (
        <>
          <section className={classes.section} aria-labelledby="draw-returns">
            <h2 id="draw-returns">{t("draws.returns")}</h2>
            <Lead>{t("draws.returnsLead")}</Lead>
            <Returns returns={figures.returns} />
          </section>
          <section className={classes.section} aria-labelledby="draw-days">
            <h2 id="draw-days">{t("draws.byDay")}</h2>
            <Days days={figures.days.filter((day) => game === undefined || day.game === game)} />
          </section>
        </>
      )}
    </QueryView>
  );
}

function Returns({ returns }: { returns: Return[] }) {
  const { t } = useTranslation(["trading", "admin", "minigame"]);
  const format = useFormat();
  const words = useDrawWords();
  const far = returns.filter(isFar);
  const share = (points: number) => `${format.number(points / 100)}%`;
  const columns: Column<Return>[] = [
    {
      key: "game",
      head: t("minigame:fair.game"),
      phone: "title",
      value: (row) => words.game(row.game),
      cell: (row) => words.game(row.game),
    },
    {
      key: "bets",
      head: t("draws.bets"),
      align: "end",
      phone: "when",
      value: (row) => row.bets,
      cell: (row) => format.number(row.bets),
    },
    {
      key: "paid",
      head: t("draws.returned"),
      align: "end",
      phone: "amount",
      value: (row) => row.paid,
      cell: (row) => (row.bets === 0 ? "–" : share(row.paid)),
    },
    {
      key: "stated",
      head: t("draws.stated"),
      align: "end",
      value: (row) => row.stated,
      cell: (row) => (row.bets === 0 ? "–" : share(row.stated)),
    },
    {
      key: "deviation",
      head: t("draws.deviation"),
      align: "end",
      phone: "state",
      value: (row) => row.deviation,
      cell: (row) =>
        row.bets === 0 ? (
          "–"
        ) : (
          <span className={classes.deviation}>
            {isFar(row) && <StatusPill tone="busy">{t("draws.far")}</StatusPill>}
            {sigmas(format, row.deviation)}
          </span>
        ),
    },
  ];
  return (
    <>
      {far.length > 0 && (
        <p className={classes.warning}>
          {t("draws.farText", {
            games: far.map((row) => words.game(row.game)).join(", "),
            page: t("admin:nav.offer"),
          })}
        </p>
      )}
      <DataTable
        caption={t("draws.returns")}
        rows={returns}
        columns={columns}
        rowKey={(row) => row.game}
        density="compact"
        sortable
      />
    </>
  );
}

function Days({ days }: { days: Day[] }) {
  const { t } = useTranslation(["trading", "minigame"]);
  const format = useFormat();
  const words = useDrawWords();
  if (days.length === 0) {
    return (
      <EmptyState art="history" title={t("draws.noDays")}>
        {t("draws.noDaysText")}
      </EmptyState>
    );
  }
  const sum = (of: (row: Day) => number) => days.reduce((total, row) => total + of(row), 0);
  const amount = (key: string, head: string, of: (row: Day) => number): Column<Day> => ({
    key,
    head,
    align: "end",
    value: of,
    cell: (row) => <Money amount={of(row)} />,
    foot: <Money amount={sum(of)} />,
  });
  const count = (key: string, head: string, of: (row: Day) => number): Column<Day> => ({
    key,
    head,
    align: "end",
    value: of,
    cell: (row) => format.number(of(row)),
    foot: format.number(sum(of)),
  });
  const columns: Column<Day>[] = [
    {
      key: "day",
      head: t("draws.day"),
      phone: "when",
      value: (row) => row.day,
      cell: (row) => row.day,
      foot: t("draws.total"),
    },
    {
      key: "game",
      head: t("minigame:fair.game"),
      phone: "title",
      value: (row) => words.game(row.game),
      cell: (row) => words.game(row.game),
    },
    count("bets", t("draws.bets"), (row) => row.bets),
    amount("stakes", t("stakes"), (row) => row.stakes),
    amount("paid", t("draws.paid"), (row) => row.paid),
    { ...amount("revenue", t("draws.revenue"), (row) => row.stakes - row.paid), phone: "amount" },
    count("voids", t("draws.voids"), (row) => row.voids),
    amount("void", t("draws.voidStakes"), (row) => row.void),
  ];
  return (
    <DataTable
      caption={t("draws.byDay")}
      rows={days}
      columns={columns}
      rowKey={(row) => `${row.day} ${row.game}`}
      density="compact"
      sortable
    />
  );
}
