import { useTranslation } from "react-i18next";
import classes from "./promo.module.css";
import type { Wheel } from "./promo.ts";

/** Shows the hash that fixed the result before the turn, and after it the seeds with which the member can verify the result. */
export function Proof({ turn }: { turn: Wheel["turn"] }) {
  const { t } = useTranslation("promo");
  return (
    <details className={classes.proof}>
      <summary>{t("wheel.proof")}</summary>
      <p className={classes.dim}>{t("wheel.proofText")}</p>
      <dl>
        <dt>{t("wheel.commit")}</dt>
        <dd>
          <code>{turn.commit}</code>
        </dd>
        {turn.done && (
          <>
            <dt>{t("wheel.seed")}</dt>
            <dd>
              <code>{turn.seed}</code>
            </dd>
            <dt>{t("wheel.clientSeed")}</dt>
            <dd>
              <code>{turn.clientSeed || "–"}</code>
            </dd>
            <dt>{t("wheel.roll")}</dt>
            <dd>
              <code>
                {turn.roll} / {turn.total}
              </code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
