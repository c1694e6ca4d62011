import { useTranslation } from "react-i18next";
import { type OddsForm, writeOdds } from "../../odds.ts";
import { Icon } from "../icon.tsx";
import classes from "./odds-button.module.css";

/** open: takes bets. suspended: the price is about to change. locked: this member cannot bet on it. */
export type PriceState = "open" | "suspended" | "locked";

export interface OddsButtonProps {
  /** The selection in words: "Home", "Over 2.5". */
  label: string;
  /** Thousandths. */
  odds: number;
  form?: OddsForm;
  state?: PriceState;
  chosen?: boolean;
  /** Where the price has just gone (useOddsChange). */
  change?: "up" | "down" | undefined;
  /** Only the price is shown: the head of the column has the label. Screen readers hear both. */
  bare?: boolean;
  onChoose(): void;
}

/**
 * A price that can be put on the slip. One that takes no bets keeps its place and the focus, so that nothing jumps when it opens
 * again. It belongs into a group with useGridKeys, which makes it reachable by keys.
 */
export function OddsButton({
  label,
  odds,
  form = "decimal",
  state = "open",
  chosen = false,
  change,
  bare = false,
  onChoose,
}: OddsButtonProps) {
  const { t } = useTranslation("play");
  const open = state === "open";
  return (
    <button
      type="button"
      data-cell=""
      tabIndex={-1}
      className={classes.odds}
      data-state={state}
      data-change={open ? change : undefined}
      aria-pressed={chosen}
      aria-disabled={!open}
      onClick={() => open && onChoose()}
    >
      <span className={bare ? "visually-hidden" : classes.label}>{label}</span>{" "}
      <span className={classes.price}>
        {state === "suspended" ? (
          <span aria-hidden="true">–</span>
        ) : (
          <>
            {open && change && (
              <svg viewBox="0 0 8 8" className={classes.arrow} aria-hidden="true">
                <path d={change === "up" ? "M4 1.500L7.500 6.500H.5z" : "M4 6.500L.5 1.500H7.500z"} />
              </svg>
            )}
            {writeOdds(odds, form)}
          </>
        )}
      </span>
      {!open && (
        <span className={classes.mark}>
          <Icon name={state === "locked" ? "lock" : "pause"} size={12} />
          <span className="visually-hidden">{t(`odds.${state}`)}</span>
        </span>
      )}
    </button>
  );
}
