import { useQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { jackpotsQuery } from "#features/game/jackpots.ts";
import { BestBoard } from "#features/main/best-board.tsx";
import { LinesSkeleton } from "#features/main/lines-skeleton.tsx";
import { LiveBoard } from "#features/main/live-board.tsx";
import { LiveVideo } from "#features/main/live-video.tsx";
import classes from "#features/main/main.module.css";
import { mainQuery } from "#features/main/main.ts";
import { Notices } from "#features/main/notices.tsx";
import { Offers } from "#features/main/offers.tsx";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { lazyPart } from "#shared/lazy.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { useLayout } from "#shared/ui/layout.ts";
import { Panel } from "#shared/ui/page.tsx";
import { useRefresh } from "#shared/ui/refresh.ts";
import { useParts } from "#shared/ui/use-parts.ts";
import { GroupChips } from "../shell/group-chips.tsx";
import { MainGames, OwnGames } from "./main-games.tsx";
import { MainHero } from "./main-hero.tsx";
import { MainJackpots } from "./main-jackpots.tsx";
import { MemberTodayPlace } from "./member-today-place.tsx";

/** One game or two are no ranking. */
const LEAST_RANKS = 3;

const MainPopups = lazyPart(async () => (await import("./main-popups.tsx")).MainPopups);
const MemberToday = lazyPart(async () => (await import("./member-today.tsx")).MemberToday);

/**
 * The first page. A guest sees what there is to play, what is happening and what a deposit brings; a member first what waits
 * and where they stopped.
 */
export function MainPage() {
  const { t } = useTranslation(["main", "common"]);
  const layout = useLayout();
  const main = useQuery(mainQuery);
  useRefresh(main.refetch);
  // The first answer comes with the page; from then on they are asked for on their own.
  const jackpots = useQuery({
    ...jackpotsQuery,
    enabled: main.data !== undefined,
    ...(main.data && { initialData: main.data.jackpots, initialDataUpdatedAt: main.dataUpdatedAt }),
  });
  const member = useMember() !== null;
  const isMember = useAwaitsMember() || member;
  // An answer of the cache is drawn in one piece, a deferred value in slices.
  const data = useDeferredValue(main.data);
  const failed = main.isError && data === undefined;
  const parts = useParts(4, failed || data !== undefined);
  const empty = data && data.popularGames.length + data.newGames.length === 0;

  return (
    <div className={classes.page}>
      {layout === "mobile" && (
        <nav aria-label={t("common:nav.label")}>
          <GroupChips />
        </nav>
      )}
      <div className={isMember ? classes.top : undefined}>
        <MainHero />
        {isMember && (
          <Suspense fallback={<MemberTodayPlace />}>{member ? <MemberToday /> : <MemberTodayPlace />}</Suspense>
        )}
      </div>
      {member && <OwnGames />}
      {failed && <ErrorState error={main.error} onRetry={() => void main.refetch()} />}
      {empty && <EmptyState art="games" title={t("games.empty")} />}
      {!failed && (
        <>
          <MainGames id="popular" title={t("games.popular")} games={data?.popularGames} first={!member} />
          {parts > 0 && data && <MainJackpots groups={jackpots.isError ? [] : (jackpots.data ?? [])} />}
          {parts > 0 && <MainGames id="new" title={t("games.new")} games={data?.newGames} />}
          {parts > 1 && data && data.ranking.length >= LEAST_RANKS && (
            <MainGames id="ranking" title={t("games.ranking")} games={data.ranking} ranked />
          )}
        </>
      )}
      {parts > 2 && (
        <div className={classes.columns}>
          <LiveBoard winners={data?.winners} />
          {!failed && <BestBoard best={data && { today: data.bestToday, week: data.bestWeek }} />}
          <LiveVideo />
          {!failed && (
            <Panel title={t("notices.title")}>{data ? <Notices notices={data.notices} /> : <LinesSkeleton />}</Panel>
          )}
        </div>
      )}
      {parts > 3 && data && <Offers offers={data.offers} />}
      <Suspense>{parts > 3 && data && <MainPopups />}</Suspense>
    </div>
  );
}
