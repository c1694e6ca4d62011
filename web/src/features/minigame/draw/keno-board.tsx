import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CUP, hitsOf, KENO_SCENE, type KenoView, kenoAt, kenoCues, unopened } from "./keno.ts";
import classes from "./keno-board.module.css";
import { KenoBall, KenoCells, KenoLights, KenoTube } from "./keno-parts.tsx";
import type { DrawProps, KenoOutcome } from "./outcome.ts";
import { Stage } from "./stage.tsx";
import { KENO_MS } from "./timing.ts";
import { useDraw } from "./use-draw.ts";

interface KenoBoardProps extends DrawProps<KenoOutcome> {
  /** The numbers of the member. */
  picks?: readonly number[];
}

const nothing: readonly number[] = [];

/** Seventy cells; 22 balls fly to theirs one after the other. */
export function KenoBoard({ picks = nothing, ...props }: KenoBoardProps) {
  const { t } = useTranslation("minigame");
  const balls = props.outcome?.balls ?? nothing;
  const stage = useRef<HTMLElement>(null);
  const [view, setView] = useState<KenoView>(unopened);
  const phase = useDraw(props, stage, {
    length: KENO_MS,
    cues: kenoCues,
    frame: (moment) => setView(moment.phase === "idle" ? unopened : kenoAt(moment.outcome.balls, moment.ms)),
  });
  const hits = hitsOf(picks, balls, view.landed);
  const newest = view.landed === balls.length ? balls.at(-1) : undefined;
  const said = { balls: balls.join(", "), spots: picks.length, hits };
  const result = picks.length > 0 ? t("keno.resultHits", said) : t("keno.result", said);
  return (
    <Stage
      ref={stage}
      result={phase === "done" ? result : null}
      below={
        <p className={classes.counts}>
          <span>{t("keno.out", { out: view.landed, all: balls.length || kenoCues.length - 1 })}</span>
          {picks.length > 0 && <strong>{t("keno.hits", { spots: picks.length, hits })}</strong>}
        </p>
      }
    >
      <svg viewBox={`0 0 ${KENO_SCENE.width} ${KENO_SCENE.height}`} className={classes.board} aria-hidden="true">
        <KenoLights />
        <KenoTube out={view.out} shift={view.shift} />
        <KenoCells balls={balls} landed={view.landed} picks={picks} />
        {newest !== undefined && phase === "done" && (
          <KenoBall x={CUP.x} y={CUP.y} size={CUP.ball} number={newest} hit={picks.includes(newest)} />
        )}
        {view.moving.map(({ number, shown, ...place }) => (
          <KenoBall key={number} {...place} number={number} shown={shown} hit={picks.includes(number)} lifted />
        ))}
      </svg>
    </Stage>
  );
}
