import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { canVerify } from "#shared/fairness/bytes.ts";
import classes from "./promo.module.css";
import type { Wheel } from "./promo.ts";
import { verifyTurn } from "./wheel.ts";

/** Null: not computed yet, or the browser cannot. */
function useVerdict({ prizes, turn }: Wheel): boolean | null {
  const [verdict, setVerdict] = useState<boolean | null>(null);
  useEffect(() => {
    let current = true;
    setVerdict(null);
    if (turn.done && canVerify()) void verifyTurn(prizes, turn).then((good) => current && setVerdict(good));
    return () => {
      current = false;
    };
  }, [prizes, turn]);
  return verdict;
}

/** Shows the hash that fixed the result before the turn; after it the seeds, from which the page computes the result again. */
export function Proof({ prizes, turn }: Wheel) {
  const { t } = useTranslation("promo");
  const verdict = useVerdict({ prizes, turn });
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
      {verdict !== null && (
        <p className={classes.verdict} data-good={verdict}>
          {t(verdict ? "wheel.verified" : "wheel.notVerified")}
        </p>
      )}
    </details>
  );
}
