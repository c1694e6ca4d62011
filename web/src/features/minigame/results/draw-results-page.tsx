import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { drawGames } from "#shared/minigame/games.ts";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { useDrawWords } from "#shared/minigame/words.ts";
import { Button } from "#shared/ui/button.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { roundsQuery } from "../games.ts";
import { type DrawSearch, drawSearch } from "../search.ts";
import classes from "./draw-results.module.css";
import { drawResultRequest } from "./search.ts";

interface DrawResultsPageProps {
  /** The ways to the other pages of results. */
  tabs: ReactNode;
  search: DrawSearch;
  onSearch(search: DrawSearch): void;
  /** The way to the page that computes a round again. */
  check(game: string, no: number): ReactNode;
}

type Round = Res<"/api/minigame/rounds">["list"][number];

/** How many letters of a commitment a list shows. */
const SHORT = 12;

/** The rounds of a game that have ended, each with its commitment and the way to check it. */
export function DrawResultsPage({ tabs, search, onSearch, check }: DrawResultsPageProps) {
  const { t } = useTranslation("minigame");
  const words = useDrawWords();
  const format = useFormat();
  const query = useQuery(roundsQuery(drawResultRequest(search)));
  const { game, from, to } = search;
  const set = (patch: Record<string, unknown>) => onSearch(drawSearch({ ...search, page: 1, ...patch }));
  const columns: Column<Round>[] = [
    {
      key: "no",
      head: t("rounds.round"),
      phone: "title",
      value: (round) => round.no,
      cell: (round) => format.number(round.no),
    },
    {
      key: "time",
      head: t("rounds.time"),
      phone: "when",
      value: (round) => format.moment(round.drawsAt),
      cell: (round) => <time dateTime={round.drawsAt}>{format.moment(round.drawsAt)}</time>,
    },
    {
      key: "result",
      head: t("rounds.result"),
      phone: "state",
      cell: (round) =>
        round.outcome ? (
          <ResultLine game={round.game} outcome={round.outcome} />
        ) : (
          t("results.void", { reason: words.reason(round.reason) })
        ),
    },
    {
      key: "commitment",
      head: t("results.commitment"),
      value: (round) => round.commitment,
      cell: (round) => (
        <code className={classes.code} title={round.commitment}>
          {round.commitment.slice(0, SHORT)}…
        </code>
      ),
    },
    {
      key: "check",
      head: t("results.check"),
      phone: "amount",
      cell: (round) => check(round.game, round.no),
    },
  ];
  return (
    <Page title={t("results.title")} lead={t("results.lead")}>
      {tabs}
      <div className={classes.filters}>
        <SelectField
          label={t("fair.game")}
          value={game ?? drawGames[0]}
          onChange={(next) => set({ game: next })}
          options={drawGames.map((code) => ({ value: code, label: words.game(code) }))}
        />
        <DateRange
          value={{ ...(from && { from }), ...(to && { to }) }}
          onChange={(days) => set({ from: days.from, to: days.to })}
          all={t("results.all")}
        />
      </div>
      <List
        query={query}
        caption={t("results.title")}
        rowKey={(round) => round.no}
        columns={columns}
        onPage={(page) => onSearch(drawSearch({ ...search, page }))}
        onSize={(size) => set({ size })}
        height="28rem"
        empty={
          <EmptyState
            art="winners"
            title={t("results.none")}
            action={
              <Button variant="quiet" onClick={() => onSearch(drawSearch({ game }))}>
                {t("results.clear")}
              </Button>
            }
          >
            {t("results.noneText")}
          </EmptyState>
        }
      />
    </Page>
  );
}
