import { useTranslation } from "react-i18next";
import { type OddsForm, writeOdds } from "../../odds.ts";
import { Icon } from "../icon.tsx";
import { Fault } from "../refusal.tsx";
import classes from "./slip.module.css";

export interface Leg {
  id: string;
  match: string;
  market: string;
  /** The selection in words. */
  pick: string;
  /** Thousandths, now. */
  odds: number;
  /** The odds that the member has agreed to, where they differ. */
  agreed?: number;
  live?: boolean;
  /** suspended: wait. closed: no bet on it any more. */
  state?: "open" | "suspended" | "closed";
  /** Why this leg cannot be placed, in words. */
  fault?: string;
}

interface SlipLegProps {
  leg: Leg;
  form: OddsForm;
  disabled: boolean;
  onRemove(): void;
}

/** One selection of the slip. */
export function SlipLeg({ leg, form, disabled, onRemove }: SlipLegProps) {
  const { t } = useTranslation("play");
  const { match, market, pick, odds, agreed, live = false, state = "open", fault } = leg;
  const wrong = fault ?? (state === "open" ? undefined : t(`leg.${state}`));
  return (
    <li className={classes.leg} data-state={state}>
      <div className={classes.pick}>
        <strong>{pick}</strong>
        <span className={classes.odds}>
          {agreed !== undefined && agreed !== odds && (
            <>
              <span className="visually-hidden">{t("leg.was")}</span>
              <s>{writeOdds(agreed, form)}</s>
              <span className="visually-hidden">{t("leg.now")}</span>
            </>
          )}
          <span data-change={agreed === undefined || agreed === odds ? undefined : odds > agreed ? "up" : "down"}>
            {writeOdds(odds, form)}
          </span>
        </span>
        <button
          type="button"
          className={classes.remove}
          disabled={disabled}
          aria-label={t("leg.remove", { pick })}
          onClick={onRemove}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
      <p className={classes.about}>
        {market}
        <br />
        {live && <span className={classes.live}>{t("match.live")}</span>} {match}
      </p>
      {wrong && <Fault>{wrong}</Fault>}
    </li>
  );
}
