import { useTranslation } from "react-i18next";
import { Money } from "#shared/ui/money.tsx";
import classes from "./protection.module.css";
import type { Figures } from "./protection.ts";
import { useDuration } from "./use-amount.ts";

/** Time, and the stakes, wins and result of settled bets; the stakes of open bets stand beside them. */
export function SessionFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation("protection");
  const duration = useDuration();
  const net = figures.won - figures.staked;
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t("session.time")}</dt>
        <dd>{duration((Date.parse(figures.now) - Date.parse(figures.startedAt)) / 60_000)}</dd>
      </div>
      <div>
        <dt>{t("session.staked")}</dt>
        <dd>
          <Money amount={figures.staked} />
        </dd>
      </div>
      <div>
        <dt>{t("session.won")}</dt>
        <dd>
          <Money amount={figures.won} />
        </dd>
      </div>
      {figures.openStake > 0 && (
        <div>
          <dt>{t("session.open")}</dt>
          <dd>
            <Money amount={figures.openStake} />
          </dd>
        </div>
      )}
      <div data-sign={Math.sign(net)}>
        <dt>{t("session.net")}</dt>
        <dd>
          {net > 0 && "+"}
          <Money amount={net} />
        </dd>
      </div>
    </dl>
  );
}
