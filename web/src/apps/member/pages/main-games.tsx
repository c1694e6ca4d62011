import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CatalogGame } from "#features/game/catalog.ts";
import { GameTile } from "#features/game/game-tile.tsx";
import { useHasJackpot } from "#features/game/jackpots.ts";
import { betLock } from "#features/game/lock.ts";
import { favouritesAtom, gameId, knownGamesAtom, ownGames, recentsAtom } from "#features/game/shelf.ts";
import { useStudioNames } from "#features/game/studio-names.ts";
import classes from "#features/main/main.module.css";
import { useMember } from "#features/session/session.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { usePlay } from "../play.ts";

const MOST_OWN = 4;
const PLACES = ["a", "b", "c", "d"];

interface MainGamesProps {
  id: string;
  title: string;
  /** undefined while they are not known. */
  games: CatalogGame[] | undefined;
  /** Numbered, five in a row. */
  ranked?: boolean;
  first?: boolean;
}

/** A shelf of games on the main page; none when it is empty. */
export function MainGames({ id, title, games, ranked = false, first = false }: MainGamesProps) {
  const play = usePlay();
  const studioOf = useStudioNames();
  const hasJackpot = useHasJackpot();
  const locked = betLock(useMember()) !== null;
  if (games?.length === 0) return null;
  const tile = (game: CatalogGame): ReactNode => (
    <GameTile
      game={game}
      provider={studioOf(game.procId)}
      locked={locked}
      jackpot={hasJackpot(game)}
      first={first}
      onPlay={play}
    />
  );
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {ranked && games ? (
        <ol className={classes.ranks}>
          {games.map((game, place) => (
            <li key={gameId(game)} className={classes.rank} data-rank={place + 1}>
              {tile(game)}
            </li>
          ))}
        </ol>
      ) : (
        <ul className={classes.grid}>
          {games
            ? games.map((game) => <li key={gameId(game)}>{tile(game)}</li>)
            : PLACES.map((place) => <Place key={place} />)}
        </ul>
      )}
    </section>
  );
}

/** The games that the member plays and has starred, as this device knows them. */
export function OwnGames() {
  const { t } = useTranslation("main");
  const known = useAtomValue(knownGamesAtom);
  const favourites = useAtomValue(favouritesAtom);
  const recents = useAtomValue(recentsAtom);
  // As it was when the page was opened: a tile does not go from under the pointer.
  const [games] = useState(() => ownGames(known, recents, favourites).slice(0, MOST_OWN));
  return <MainGames id="own" title={t("games.own")} games={games} first />;
}

function Place() {
  return (
    <li>
      <div className={classes.tilePlace}>
        <Skeleton height="100%" radius="var(--radius-m)" />
      </div>
      <Skeleton width="60%" />
    </li>
  );
}
