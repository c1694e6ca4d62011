import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { hitsOf, picksOf } from "#shared/minigame/hits.ts";
import { ResultLine } from "#shared/minigame/result-line.tsx";
import { useDrawWords } from "#shared/minigame/words.ts";
import { writeOdds } from "#shared/odds.ts";
import { type Fact, Facts } from "#shared/ui/facts.tsx";
import { Money } from "#shared/ui/money.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { DrawOfBet } from "./bet.ts";
import classes from "./receipt.module.css";

const tones = { won: "good", lost: "calm", void: "info", open: "busy" } as const;
const stateOf = (state: string) => (Object.hasOwn(tones, state) ? (state as keyof typeof tones) : "open");

interface DrawDetailProps {
  draw: DrawOfBet;
  /** The way to a version of the house rules. */
  rules(version: number): ReactNode;
  /** The way to the page that computes a round again. */
  check(game: string, no: number): ReactNode;
}

/** The draw of a bet: what was picked, what was drawn, and where both meet (S-55). */
export function DrawDetail({ draw, rules, check }: DrawDetailProps) {
  const { t } = useTranslation("minigame");
  const words = useDrawWords();
  const format = useFormat();
  const picks = picksOf(draw.selection);
  const balls = draw.outcome?.balls;
  const facts: Fact[] = [
    { name: t("bet.price"), value: `×${writeOdds(draw.price, "decimal")}` },
    { name: t("bet.win"), value: <Money amount={draw.win} /> },
    ...(draw.paidAt > 0 ? [{ name: t("bet.paidAt"), value: `×${writeOdds(draw.paidAt, "decimal")}` }] : []),
    { name: t("fair.fact.draws"), value: format.moment(draw.drawsAt) },
    ...(draw.rules > 0 ? [{ name: t("bet.rules"), value: rules(draw.rules) }] : []),
  ];
  const state = stateOf(draw.state);
  return (
    <>
      <div className={classes.drawn}>
        <p className={classes.pick}>
          <strong>{words.selection(draw.game, draw.selection)}</strong>
          <StatusPill tone={tones[state]}>{t(`state.${state}`)}</StatusPill>
        </p>
        <p className={classes.note}>{t("fair.round", { game: words.game(draw.game), no: draw.no })}</p>
        {draw.outcome && <ResultLine game={draw.game} outcome={draw.outcome} picks={picks} />}
        {draw.outcome === null && draw.round === "open" && <p>{t("bet.waiting")}</p>}
        {draw.round === "void" && <p>{t("fair.void.round", { reason: words.reason(draw.reason) })}</p>}
        {picks.length > 0 && balls && (
          <p>{t("keno.hits", { spots: picks.length, hits: hitsOf(picks, balls).length })}</p>
        )}
        {check(draw.game, draw.no)}
      </div>
      <Facts roomy facts={facts} />
    </>
  );
}
