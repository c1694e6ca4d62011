import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { type Match, matchQuery } from "#shared/sports/book.ts";
import { useLiveMatches, usePriceInterval } from "#shared/sports/live.ts";
import { type Selection, selectionOf } from "#shared/sports/selection.ts";
import { Choice } from "#shared/ui/choice.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { type MarketGroup, marketGroups, shownMarkets } from "./markets.ts";
import { MarketsView } from "./markets-view.tsx";
import { MatchHead } from "./match-head.tsx";
import { OddsFormField } from "./odds-form-field.tsx";
import classes from "./sports.module.css";

interface MatchPageProps {
  eventIdx: number;
  /** The IDs of the selections on the slip. */
  chosen: ReadonlySet<string>;
  onChoose(selection: Selection): void;
  /** The way back to the list. */
  back: ReactNode;
  /** The slip beside the markets; null where it is below the window's foot. */
  slip: ReactNode;
}

/** A match with all its markets. */
export function MatchPage({ eventIdx, chosen, onChoose, back, slip }: MatchPageProps) {
  const { t } = useTranslation("sports");
  const { language } = useFormat();
  const query = useQuery({ ...matchQuery(eventIdx, language), refetchInterval: usePriceInterval() });
  useLiveMatches([eventIdx]);
  const names = query.data ? `${query.data.home} – ${query.data.away}` : t("title");
  return (
    <Page title={names} tab={names} lead={<span className={classes.withIcon}>{back}</span>}>
      <div className={classes.room} data-slip={slip !== null || undefined}>
        <div className={classes.book} data-match="">
          <div className={classes.matches}>
            {isCode(query.error, "G006") ? (
              <EmptyState art="winners" title={t("match.none.title")}>
                {t("match.none.text")}
              </EmptyState>
            ) : (
              <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-l)" />}>
                {(match) => <Markets match={match} chosen={chosen} onChoose={onChoose} />}
              </QueryView>
            )}
          </div>
          {slip}
        </div>
      </div>
    </Page>
  );
}

interface MarketsProps extends Pick<MatchPageProps, "chosen" | "onChoose"> {
  match: Match;
}

function Markets({ match, chosen, onChoose }: MarketsProps) {
  const { t } = useTranslation("sports");
  const [group, setGroup] = useState<MarketGroup>("all");
  const groups: MarketGroup[] = marketGroups.filter((one) => shownMarkets(match.markets, one).length > 0);
  const shown: MarketGroup = groups.includes(group) ? group : "all";
  const over = match.progress.state === "ended" || match.progress.state === "cancelled";
  return (
    <>
      <MatchHead match={match} />
      {match.progress.state === "live" && <p className={classes.delay}>{t("delay")}</p>}
      {over ? (
        <EmptyState
          art="winners"
          title={t(match.progress.state === "ended" ? "match.ended" : "match.cancelled")}
          compact
        >
          {t("match.over")}
        </EmptyState>
      ) : groups.length === 0 ? (
        <EmptyState art="winners" title={t("match.empty.title")} compact>
          {t("match.empty.text")}
        </EmptyState>
      ) : (
        <>
          <div className={classes.bar}>
            <Choice
              label={t("market")}
              value={shown}
              onChange={(next) => setGroup(next)}
              options={groups.map((one): { value: MarketGroup; label: string } => ({
                value: one,
                label: t(`group.${one}`),
              }))}
            />
            <OddsFormField />
          </div>
          <MarketsView
            match={match}
            markets={shownMarkets(match.markets, shown)}
            chosen={chosen}
            onChoose={(id) => {
              const selection = selectionOf(match, id);
              if (selection) onChoose(selection);
            }}
          />
        </>
      )}
    </>
  );
}
