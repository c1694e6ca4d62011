import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { CatalogGame } from "./catalog.ts";
import { GameTile } from "./game-tile.tsx";
import { useHasJackpot } from "./jackpots.ts";
import classes from "./picker.module.css";
import { gameId } from "./shelf.ts";

interface GameGridProps {
  games: CatalogGame[];
  studioOf(procId: string): string;
  locked: boolean;
  onPlay(game: CatalogGame): void;
}

/** Games, four in a row; two on a phone. */
export function GameGrid({ games, studioOf, locked, onPlay }: GameGridProps) {
  const hasJackpot = useHasJackpot();
  return (
    <ul className={classes.grid}>
      {games.map((game) => (
        <li key={gameId(game)}>
          <GameTile
            game={game}
            provider={studioOf(game.procId)}
            locked={locked}
            jackpot={hasJackpot(game)}
            onPlay={onPlay}
          />
        </li>
      ))}
    </ul>
  );
}

const PLACES = ["a", "b", "c", "d"];

/** The place of a grid that is loading. */
export function GridSkeleton() {
  return (
    <div className={classes.grid}>
      {PLACES.map((place) => (
        <div key={place}>
          <div className={classes.place}>
            <Skeleton height="100%" radius="var(--radius-m)" />
          </div>
          <Skeleton width="60%" />
        </div>
      ))}
    </div>
  );
}
