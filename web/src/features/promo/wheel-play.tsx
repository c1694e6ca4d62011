import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import { movesLess } from "#shared/motion.ts";
import { Button } from "#shared/ui/button.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import classes from "./promo.module.css";
import { useSpin, type Wheel, wheelQuery } from "./promo.ts";
import { Proof } from "./proof.tsx";
import wheelClasses from "./wheel.module.css";
import { rankOf, slicesOf, turnTo } from "./wheel.ts";
import { WheelView } from "./wheel-view.tsx";

const ROUNDS = 5;
/** As long as the wheel turns (wheel.module.css). */
const TURN_MS = 3_000;

/** The wheel, its odds, and today's turn. The prize is announced when the wheel stops. */
export function WheelPlay({ wheel }: { wheel: Wheel }) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const client = useQueryClient();
  const spin = useSpin();
  const slices = slicesOf(wheel.prizes);
  const before = wheel.turn.done ? slices[wheel.turn.prize] : undefined;
  const [turned, setTurned] = useState(() => (before ? turnTo(before, 0) : 0));
  const [result, setResult] = useState(wheel.turn.done ? wheel.turn : null);
  /** The result is of a turn on this page, not of an earlier visit. */
  const [fresh, setFresh] = useState(false);
  const [turning, setTurning] = useState<Wheel["turn"] | null>(null);

  useEffect(() => {
    if (!turning) return;
    const stop = () => {
      setResult(turning);
      setFresh(true);
      setTurning(null);
      void client.invalidateQueries({ queryKey: ["promo", "turns"] });
      void client.invalidateQueries({ queryKey: wheelQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["point"] });
    };
    const timer = setTimeout(stop, movesLess() ? 0 : TURN_MS);
    return () => clearTimeout(timer);
  }, [turning, client]);
  const start = () =>
    spin.mutate(undefined, {
      onSuccess: ({ turn, prizes }) => {
        const won = slicesOf(prizes)[turn.prize];
        setTurning(turn);
        if (won) setTurned(turnTo(won, ROUNDS));
      },
    });
  const odds = new Intl.NumberFormat(languages[format.language].tag, { style: "percent", maximumFractionDigits: 2 });
  const busy = spin.isPending || turning !== null;
  return (
    <div className={classes.columns}>
      <Panel>
        <WheelView
          slices={slices}
          turned={turned}
          turning={turning !== null}
          won={fresh && result && result.pointAmt > 0 ? rankOf(wheel.prizes, result.pointAmt) : undefined}
          none={t("wheel.none")}
        />
        <div aria-live="polite" className={classes.result}>
          {result &&
            (result.pointAmt > 0
              ? t("wheel.won", { amount: `${format.number(result.pointAmt)} P` })
              : t("wheel.nothing"))}
        </div>
        {result ? (
          <p className={classes.center}>{t("wheel.tomorrow")}</p>
        ) : (
          <Button size="lg" wide busy={busy} onClick={start}>
            {t("wheel.spin")}
          </Button>
        )}
        <Refusal box error={spin.error} />
      </Panel>
      <Panel title={t("wheel.odds")}>
        <table className={classes.odds}>
          <thead>
            <tr>
              <th scope="col">{t("wheel.prize")}</th>
              <th scope="col">{t("wheel.chance")}</th>
            </tr>
          </thead>
          <tbody>
            {slices.map((slice, index) => (
              <tr key={slice.from} data-won={result !== null && index === result.prize}>
                <td>
                  <span className={wheelClasses.swatch} data-tone={slice.tone} aria-hidden="true" />
                  {slice.pointAmt > 0 ? `${format.number(slice.pointAmt)} P` : t("wheel.none")}
                </td>
                <td>{odds.format(slice.odds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Proof prizes={wheel.prizes} turn={result ?? wheel.turn} />
      </Panel>
    </div>
  );
}
