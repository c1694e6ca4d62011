import { writeOdds } from "#shared/odds.ts";
import type { Market } from "./games.ts";
import classes from "./play.module.css";
import { useDrawWords } from "./words.ts";

export interface Choice {
  selection: string;
  /** Thousandths. */
  price: number;
}

interface MarketsProps {
  game: string;
  markets: readonly Market[];
  chosen: string | undefined;
  disabled: boolean;
  onChoose(choice: Choice): void;
}

/** The markets of a draw as groups of prices. */
export function Markets({ game, markets, chosen, disabled, onChoose }: MarketsProps) {
  const { marketName, selectionName } = useDrawWords();
  return markets.map((market) => (
    <fieldset key={market.key} className={classes.market}>
      <legend>{marketName(game, market.key)}</legend>
      <div
        className={classes.prices}
        data-many={market.selections.length === 3 || market.selections.length > 4 || undefined}
      >
        {market.selections.map((selection) => (
          <button
            key={selection.key}
            type="button"
            className={classes.price}
            aria-pressed={selection.key === chosen}
            aria-disabled={disabled}
            onClick={() => disabled || onChoose({ selection: selection.key, price: selection.price })}
          >
            <span>{selectionName(selection)}</span> <strong>{writeOdds(selection.price, "decimal")}</strong>
          </button>
        ))}
      </div>
    </fieldset>
  ));
}
