import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./game-chip.module.css";
import { useGameName } from "./game-tile.tsx";
import type { HeldGame } from "./holder.ts";

interface GameChipProps {
  held: HeldGame;
  onFocus(): void;
  onLeave(): void;
}

/** A game is open in its window: back to it, or done with it, from whatever page is shown. */
export function GameChip({ held, onFocus, onLeave }: GameChipProps) {
  const { t } = useTranslation("game");
  const name = useGameName()(held.game);
  return (
    <aside className={classes.chip} aria-label={t("chip.label")}>
      <img src={held.game.thumbnail} alt="" width="56" height="42" />
      <p className={classes.text} aria-live="polite">
        <span className={classes.name}>{name}</span>
        <span className={classes.state}>{t(held.phase === "open" ? "chip.open" : "chip.opening")}</span>
      </p>
      <Button size="sm" variant="quiet" onClick={onFocus}>
        {t("chip.focus")}
      </Button>
      <button type="button" className={classes.close} aria-label={t("chip.close")} onClick={onLeave}>
        <Icon name="close" size={18} />
      </button>
    </aside>
  );
}
