import type { TFunction } from "i18next";
import { useAtom, useSetAtom } from "jotai";
import { memo, useId } from "react";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "#shared/i18n/format.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import type { CatalogGame } from "./catalog.ts";
import classes from "./game-tile.module.css";
import { favouritesAtom, gameId, knownGamesAtom, withKnown, withToggled } from "./shelf.ts";
import { useHold } from "./use-hold.ts";

interface GameTileProps {
  game: CatalogGame;
  /** Small, under the name. */
  provider?: string | undefined;
  /** The member may not bet now: the tile says so, a press says why. */
  locked?: boolean;
  /** It takes part in a jackpot. */
  jackpot?: boolean;
  /** It stands where the page begins: its art is asked for at once. */
  first?: boolean;
  onPlay(game: CatalogGame): void;
}

type Names = Pick<CatalogGame, "name_KOR" | "name_ENG">;

function nameOf(game: Names, { language }: Format): string {
  return language === "ko" && game.name_KOR !== "" ? game.name_KOR : game.name_ENG;
}

/** A game's name in the member's language: Korean for ko, English for the others. */
export function useGameName(): (game: Names) => string {
  const format = useFormat();
  return (game) => nameOf(game, format);
}

/** Returns the published facts of a game in words: its return, lines and volatility, as far as its provider publishes them. */
function factsOf({ rtp, lines, volatility }: CatalogGame, t: TFunction<"game">, format: Format): string[] {
  return [
    ...(rtp > 0 ? [t("facts.rtp", { rtp: format.number(rtp / 100) })] : []),
    ...(lines > 0 ? [t("facts.lines", { count: lines })] : []),
    ...(volatility > 0 ? [t("facts.volatility", { level: volatility })] : []),
  ];
}

/** A game: its art 4 : 3, its name below, and a star in the corner. A pointer, the focus or a resting finger shows its published facts. */
export const GameTile = memo(function GameTile({
  game,
  provider,
  locked = false,
  jackpot = false,
  first = false,
  onPlay,
}: GameTileProps) {
  const { t } = useTranslation("game");
  const format = useFormat();
  const name = nameOf(game, format);
  const facts = factsOf(game, t, format);
  const factsId = useId();
  const hold = useHold();
  const badge = game.isNew ? "badge.new" : game.isHot ? "badge.hot" : null;
  return (
    <div className={classes.tile} data-locked={locked} data-held={hold.held || undefined}>
      <button
        type="button"
        className={classes.play}
        aria-describedby={facts.length > 0 ? factsId : undefined}
        onClick={() => onPlay(game)}
        {...hold.on}
      >
        <span className={classes.art}>
          <img
            src={game.thumbnail}
            alt=""
            width="400"
            height="300"
            loading={first ? "eager" : "lazy"}
            fetchPriority={first ? "high" : "auto"}
            decoding="async"
          />
          {locked ? (
            <span className={classes.locked}>
              <Icon name="lock" size={16} />
              {t("badge.locked")}
            </span>
          ) : (
            badge && <span className={classes.badge}>{t(badge)}</span>
          )}
          {jackpot && <span className={classes.jackpot}>{t("badge.jackpot")}</span>}
        </span>{" "}
        <span className={classes.name}>{name}</span> {provider && <span className={classes.provider}>{provider}</span>}
      </button>
      {facts.length > 0 && (
        <ul id={factsId} className={classes.facts} aria-hidden="true">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <Star game={game} name={name} />
    </div>
  );
});

function Star({ game, name }: { game: CatalogGame; name: string }) {
  const { t } = useTranslation("game");
  const [favourites, change] = useAtom(favouritesAtom);
  const know = useSetAtom(knownGamesAtom);
  const id = gameId(game);
  const on = favourites.includes(id);
  return (
    <button
      type="button"
      className={classes.star}
      aria-pressed={on}
      aria-label={t(on ? "favourite.remove" : "favourite.add", { game: name })}
      onClick={() => {
        change(withToggled(id));
        know(withKnown(game));
      }}
    >
      <Icon name="star" size={18} />
    </button>
  );
}
