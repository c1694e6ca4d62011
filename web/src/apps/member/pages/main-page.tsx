import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { CatalogGame } from "#features/game/catalog.ts";
import { GameTile } from "#features/game/game-tile.tsx";
import { betLock } from "#features/game/lock.ts";
import { useStudioNames } from "#features/game/studio-names.ts";
import { CashBoard } from "#features/main/cash-board.tsx";
import { LinesSkeleton } from "#features/main/lines-skeleton.tsx";
import classes from "#features/main/main.module.css";
import { mainQuery } from "#features/main/main.ts";
import { Notices } from "#features/main/notices.tsx";
import { Winners } from "#features/main/winners.tsx";
import { useMember } from "#features/session/session.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { usePlay } from "../play.ts";
import { MainHero } from "./main-hero.tsx";

const MainPopups = lazy(() => import("./main-popups.tsx").then((m) => ({ default: m.MainPopups })));

const PLACES = ["a", "b", "c", "d"];

/** The first page, for guests and members: games, what is happening, and what is new. */
export function MainPage() {
  const { t } = useTranslation("main");
  const main = useQuery(mainQuery);
  const play = usePlay();
  const studioOf = useStudioNames();
  const locked = betLock(useMember()) !== null;

  const games = (kind: "popular" | "new", list: CatalogGame[] | undefined) => {
    // Two headings without a game under them would be noise: the empty state is said once.
    if (list?.length === 0 && kind === "new") return null;
    return (
      <section className={classes.section} aria-labelledby={kind}>
        <h2 id={kind}>{t(`games.${kind}`)}</h2>
        {list?.length === 0 ? (
          <EmptyState art="games" title={t("games.empty")} />
        ) : (
          <div className={classes.grid}>
            {list === undefined
              ? PLACES.map((place) => <TileSkeleton key={place} />)
              : list.map((game) => (
                  <GameTile
                    key={game.code}
                    game={game}
                    provider={studioOf(game.procId)}
                    locked={locked}
                    first={kind === "popular"}
                    onPlay={play}
                  />
                ))}
          </div>
        )}
      </section>
    );
  };

  const failed = main.isError && main.data === undefined;
  return (
    <div className={classes.page}>
      <MainHero />
      {failed ? (
        <ErrorState error={main.error} onRetry={() => void main.refetch()} />
      ) : (
        <>
          {games("popular", main.data?.popularGames)}
          {games("new", main.data?.newGames)}
        </>
      )}
      <div className={classes.columns}>
        <CashBoard />
        {!failed && (
          <Panel title={t("winners.title")}>
            {main.data ? <Winners winners={main.data.winners} /> : <LinesSkeleton />}
          </Panel>
        )}
      </div>
      {!failed && (
        <Panel title={t("notices.title")}>
          {main.data ? <Notices notices={main.data.notices} /> : <LinesSkeleton />}
        </Panel>
      )}
      <Suspense>{main.data && <MainPopups />}</Suspense>
    </div>
  );
}

function TileSkeleton() {
  return (
    <div>
      <div className={classes.tilePlace}>
        <Skeleton height="100%" radius="var(--radius-m)" />
      </div>
      <Skeleton width="60%" />
    </div>
  );
}
