import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { matchesQuery, treeQuery } from "#shared/sports/book.ts";
import { useLiveMatches, usePriceInterval } from "#shared/sports/live.ts";
import type { Selection } from "#shared/sports/selection.ts";
import { Button } from "#shared/ui/button.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SearchField } from "#shared/ui/search-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { useRest } from "#shared/use-rest.ts";
import { keptMatchesAtom } from "./favourites.ts";
import { LeaguesBeside, LeaguesButton } from "./leagues.tsx";
import { MatchGroups } from "./match-groups.tsx";
import { NoMatches } from "./no-matches.tsx";
import { OddsFormField } from "./odds-form-field.tsx";
import { LONGEST, listed, matchesRequest, type SportsSearch, views } from "./search.ts";
import { SportChips } from "./sport-chips.tsx";
import classes from "./sports.module.css";

interface SportsPageProps {
  search: SportsSearch;
  onSearch(search: SportsSearch): void;
  /** The IDs of the selections on the slip. */
  chosen: ReadonlySet<string>;
  onChoose(selection: Selection): void;
  onOpen(eventIdx: number): void;
  /** The slip beside the matches; null where it is below the window's foot. */
  slip: ReactNode;
}

const MINUTE_MS = 60_000;

/** The matches that can be bet on, by sport, league and time. */
export function SportsPage({ search, onSearch, chosen, onChoose, onOpen, slip }: SportsPageProps) {
  const { t } = useTranslation("sports");
  const { language } = useFormat();
  const kept = useAtomValue(keptMatchesAtom);
  const [sight, setSight] = useState<readonly number[]>([]);
  const tree = useQuery(treeQuery(language));
  const nothingKept = search.view === "kept" && kept.length === 0;
  const asked = { ...search, q: useRest(search.q ?? "") };
  const query = useInfiniteQuery({
    ...matchesQuery(matchesRequest(asked, kept, useNow(MINUTE_MS)), language),
    enabled: !nothingKept,
    placeholderData: keepPreviousData,
    refetchInterval: usePriceInterval(),
  });
  useLiveMatches(sight);

  const set = (patch: Partial<SportsSearch>) => onSearch({ ...search, ...patch });
  const choose = (sport: SportsSearch["sport"], league?: number) =>
    onSearch({
      ...(search.view && { view: search.view }),
      ...(search.market && { market: search.market }),
      ...(sport && { sport }),
      ...(league && { league }),
    });
  const pages = nothingKept ? [] : (query.data?.pages.map(({ list }) => list) ?? []);
  const none = nothingKept || (query.isSuccess && pages.every((page) => page.length === 0));
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={
        <div className={classes.actions}>
          <SearchField
            label={t("find")}
            hint={t("find.hint")}
            clear={t("find.clear")}
            longest={LONGEST}
            value={search.q ?? ""}
            onChange={(q) => onSearch({ ...(q !== "" && { q }) })}
          />
          <OddsFormField />
        </div>
      }
    >
      <SportChips sports={tree.data?.sports} chosen={search.sport} onChoose={choose} />
      <div className={classes.room} data-slip={slip !== null || undefined}>
        <div className={classes.book}>
          <LeaguesBeside sports={tree.data?.sports} search={search} onChoose={choose} />
          <div className={classes.matches} id="matches">
            <div className={classes.bar}>
              <Choice
                label={t("view")}
                value={search.view ?? "all"}
                swipe="#matches"
                onChange={(view) => {
                  const { view: _, ...rest } = search;
                  onSearch(view === "all" ? rest : { ...rest, view });
                }}
                options={(["all", ...views] as const).map((view) => ({ value: view, label: t(`view.${view}`) }))}
              />
              <Choice
                label={t("market")}
                value={search.market ?? "winner"}
                onChange={(market) => {
                  const { market: _, ...rest } = search;
                  onSearch(market === "winner" ? rest : { ...rest, market });
                }}
                options={(["winner", ...listed] as const).map((one) => ({ value: one, label: t(`listed.${one}`) }))}
              />
              <LeaguesButton sports={tree.data?.sports} search={search} onChoose={choose} />
            </div>
            {query.isPending && !nothingKept && !query.isError && <MatchesSkeleton />}
            <MatchGroups
              pages={pages}
              listed={search.market ?? "winner"}
              chosen={chosen}
              onChoose={onChoose}
              onOpen={onOpen}
              onSight={setSight}
            />
            {query.isError && (
              <ErrorState error={query.error} compact={pages.length > 0} onRetry={() => void query.refetch()} />
            )}
            {none && <NoMatches search={search} onAll={() => onSearch({})} onLater={() => set({ view: "day" })} />}
            {query.hasNextPage && !none && (
              <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t("more")}
              </Button>
            )}
          </div>
          {slip}
        </div>
      </div>
    </Page>
  );
}

function MatchesSkeleton() {
  return [0, 1, 2].map((at) => (
    <div key={at} className={classes.group}>
      <Skeleton height="1.5rem" width="14rem" />
      <Skeleton height="12rem" radius="var(--radius-m)" />
    </div>
  ));
}
