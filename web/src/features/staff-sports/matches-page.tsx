import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { sports } from "#shared/sports/sports.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { CorrectionDialog } from "#shared/staff/corrections/correction-dialog.tsx";
import { useRight } from "#shared/staff/session.ts";
import staff from "#shared/staff/staff.module.css";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useNow } from "#shared/use-now.ts";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { HoldDialog } from "./hold-dialog.tsx";
import { MarketsDialog } from "./markets-dialog.tsx";
import { MatchName, MatchStatus, Worst } from "./match-cells.tsx";
import { type Match, matchesQuery, matchesSearch, states } from "./matches.ts";
import { More } from "./more.tsx";
import { listOf } from "./pages.ts";
import { ResultDialog } from "./result-dialog.tsx";
import { isOver } from "./result-text.ts";

const CLOCK_MS = 15_000;

/** Reports whether bets on a match may have ended by what does not decide them any more: an earlier result, a market that became void since, a late truth. */
const mayBeOutdated = ({ result, voided, otherwise: { voids, late, others } }: Match) =>
  voided > 0 || voids + late + others > 0 || (result !== null && result.version > 1);

/** The matches of the sportsbook with what is staked on them; traders suspend them and enter their results. */
export function MatchesPage() {
  const { t } = useTranslation(["trading", "admin", "corrections", "sports"]);
  const format = useFormat();
  const words = useSportWords();
  const { search, filter } = useSearch(matchesSearch);
  const { state = "live", sport, q = "" } = search;
  const rested = useRest(q);
  const query = useInfiniteQuery(matchesQuery(state, sport, rested));
  const mayTrade = useRight("trade");
  const now = useNow(CLOCK_MS);
  const [asked, setAsked] = useState<{ act: "hold" | "result" | "markets" | "bets"; match: Match } | null>(null);
  const close = () => setAsked(null);
  const columns: Column<Match>[] = [
    { key: "match", head: t("match"), phone: "title", cell: (row) => <MatchName match={row} /> },
    {
      key: "start",
      head: t("start"),
      phone: "when",
      cell: ({ progress, feed, feedId }) => (
        <>
          {format.dateTime(progress.startsAt)}{" "}
          <span className={`${staff.dim} ${staff.below}`}>
            {feed} {feedId}
          </span>
        </>
      ),
    },
    {
      key: "status",
      head: t("admin:column.status"),
      phone: "state",
      cell: (row) => <MatchStatus match={row} now={now} />,
    },
    { key: "bets", head: t("bets"), align: "end", cell: (row) => format.number(row.open.bets) },
    {
      key: "stakes",
      head: t("stakes"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.open.stakes} />,
    },
    { key: "worst", head: t("worst"), align: "end", cell: (row) => <Worst match={row} /> },
    {
      key: "do",
      head: t("admin:column.do"),
      align: "end",
      cell: (match) => {
        const name = t("sports:match", { home: match.home, away: match.away });
        const held = match.heldBy !== "";
        return (
          <RowActions>
            {mayTrade && !isOver(match) && (
              <RowButton
                variant={held ? "primary" : "quiet"}
                label={t(held ? "releaseOf" : "holdOf", { name })}
                onClick={() => setAsked({ act: "hold", match })}
              >
                {t(held ? "release" : "hold")}
              </RowButton>
            )}
            <RowButton label={t("marketsOf", { name })} onClick={() => setAsked({ act: "markets", match })}>
              {t("markets")}
            </RowButton>
            {mayTrade && (
              <RowButton
                label={t(match.result ? "correctOf" : "enterOf", { name })}
                onClick={() => setAsked({ act: "result", match })}
              >
                {t("result")}
              </RowButton>
            )}
            {mayTrade && mayBeOutdated(match) && (
              <RowButton label={t("corrections:openOf", { name })} onClick={() => setAsked({ act: "bets", match })}>
                {t("corrections:open")}
              </RowButton>
            )}
          </RowActions>
        );
      },
    },
  ];
  return (
    <ListPage
      title={t("admin:nav.matches")}
      lead={t("lead")}
      filters={
        <>
          <Choice
            label={t("state")}
            value={state}
            onChange={(next) => filter({ state: next })}
            options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          <ListBar search={{ value: q, placeholder: t("searchHint"), onChange: (next) => filter({ q: next }) }}>
            <FilterSelect
              label={t("sport")}
              value={sport}
              onChange={(next) => filter({ sport: next })}
              options={sports.map((value) => ({ value, label: words.sport(value) }))}
            />
          </ListBar>
        </>
      }
    >
      <List
        density="compact"
        query={listOf(query)}
        caption={t("admin:nav.matches")}
        rowKey={(row) => row.eventIdx}
        columns={columns}
        empty={
          <EmptyState art="queue" title={t("none")}>
            {t("noneText")}
          </EmptyState>
        }
      />
      <More query={query} />
      {asked?.act === "hold" && <HoldDialog match={asked.match} onClose={close} />}
      {asked?.act === "markets" && <MarketsDialog match={asked.match} onClose={close} />}
      {asked?.act === "bets" && <CorrectionDialog target={asked.match} onClose={close} />}
      {asked?.act === "result" && <ResultDialog match={asked.match} onClose={close} />}
    </ListPage>
  );
}
