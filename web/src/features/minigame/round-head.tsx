import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { CountdownRing } from "#shared/ui/draw/countdown-ring.tsx";
import type { Phase } from "./phase.ts";
import classes from "./play.module.css";

interface RoundHeadProps {
  phase: Phase;
  now(): number;
}

/** The round that is played now, and the time until betting closes or until the draw. */
export function RoundHead({ phase: { step, round }, now }: RoundHeadProps) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  if (!round) return <p className={classes.notice}>{t("step.none")}</p>;
  const opens = Date.parse(round.opensAt);
  const closes = Date.parse(round.closesAt);
  return (
    <div className={classes.round} data-step={step}>
      {step === "betting" && (
        <CountdownRing
          key={round.no}
          label={t("step.betting")}
          endsAt={closes}
          length={Math.max(1, closes - opens)}
          now={now}
        />
      )}
      <div>
        <p className={classes.number}>{t("round", { no: round.no })}</p>
        <p role="status">
          {step === "due" ? t("step.due") : step === "closed" ? t("step.closed") : t("step.open")}{" "}
          <time dateTime={round.drawsAt}>{t("step.drawsAt", { time: format.moment(round.drawsAt).slice(11) })}</time>
        </p>
      </div>
    </div>
  );
}
