import { useState } from "react";
import type { Game } from "#shared/api/types.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyArt } from "#shared/ui/empty-art.tsx";
import classes from "./game-tile.module.css";

interface GameTileProps {
  game: Game;
  /** Small, under the name. */
  provider?: string;
  badge?: string;
  onPlay(game: Game): void;
}

/** A game's name in the member's language: Korean for ko, English for the others. */
export function useGameName(): (game: Game) => string {
  const { language } = useFormat();
  return (game) => (language === "ko" && game.name_KOR !== "" ? game.name_KOR : game.name_ENG);
}

/** A game: its art 4 : 3, its name below. */
export function GameTile({ game, provider, badge, onPlay }: GameTileProps) {
  const name = useGameName()(game);
  const [lost, setLost] = useState(false);
  return (
    <button type="button" className={classes.tile} onClick={() => onPlay(game)}>
      <span className={classes.art}>
        {lost ? (
          <EmptyArt name="games" />
        ) : (
          <img
            src={game.thumbnail}
            alt=""
            width="400"
            height="300"
            loading="lazy"
            decoding="async"
            onError={() => setLost(true)}
          />
        )}
        {badge && <span className={classes.badge}>{badge}</span>}
      </span>
      <span className={classes.name}>{name}</span>
      {provider && <span className={classes.provider}>{provider}</span>}
    </button>
  );
}
