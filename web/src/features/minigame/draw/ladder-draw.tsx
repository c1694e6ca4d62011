import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { covered, LADDER_SCENE, type LadderView, LEG, ladderAt, ladderCues, ladderPlan, markerAt } from "./ladder.ts";
import classes from "./ladder-draw.module.css";
import { LadderLights } from "./ladder-lights.tsx";
import type { DrawProps, LadderOutcome } from "./outcome.ts";
import { Stage } from "./stage.tsx";
import { LADDER_MS } from "./timing.ts";
import { useDraw } from "./use-draw.ts";

const SLATS = 9;
const COVER = {
  x: LEG.left - 44,
  y: LEG.top + 14,
  width: LEG.right - LEG.left + 88,
  height: LEG.bottom - LEG.top - 28,
};

/** Two legs and the rungs between them; a marker walks from the start to the end and crosses over at each rung. */
export function LadderDraw(props: DrawProps<LadderOutcome>) {
  const { t } = useTranslation("minigame");
  const { game, round, outcome } = props;
  const stage = useRef<HTMLElement>(null);
  const plan = useMemo(() => (outcome ? ladderPlan(outcome, `${game}/${round}`) : null), [outcome, game, round]);
  const cues = useMemo(() => ladderCues(outcome?.lines ?? 0), [outcome]);
  const [view, setView] = useState<LadderView>(covered);
  const phase = useDraw(props, stage, {
    length: LADDER_MS,
    cues,
    frame: (moment) => setView(plan && moment.phase !== "idle" ? ladderAt(plan, moment.ms) : covered),
  });
  const marker = plan && view.walked !== null ? markerAt(plan, view.walked) : null;
  const gone = (plan?.sums.at(-1) ?? 0) * (view.walked ?? 0);
  const words = outcome && {
    start: t(`ladder.${outcome.start}`),
    lines: t("ladder.lines", { count: outcome.lines }),
    end: t(`ladder.${outcome.end}`),
  };
  return (
    <Stage ref={stage} result={phase === "done" && words ? t("ladder.result", words) : null}>
      <svg viewBox={`0 0 ${LADDER_SCENE.width} ${LADDER_SCENE.height}`} className={classes.ladder} aria-hidden="true">
        <LadderLights />
        {[LEG.left, LEG.right].map((x) => (
          <g key={x}>
            <rect className={classes.cast} x={x - 2} y={LEG.top + 4} width="12" height={LEG.bottom - LEG.top} rx="6" />
            <rect className={classes.leg} x={x - 6} y={LEG.top} width="12" height={LEG.bottom - LEG.top} rx="6" />
          </g>
        ))}
        {plan?.rungs.map((y, at) => {
          const length = (LEG.right - LEG.left) * (view.drawn[at] ?? 0);
          return (
            length > 0 && (
              <g key={y}>
                <rect className={classes.cast} x={LEG.left} y={y - 1} width={length} height="10" rx="5" />
                <rect className={classes.rung} x={LEG.left} y={y - 5} width={length} height="10" rx="5" />
              </g>
            )
          );
        })}
        {plan && marker && (
          <path
            className={classes.trail}
            d={plan.way.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("")}
            strokeDasharray={`${gone} 9999`}
          />
        )}
        <g
          className={classes.cover}
          style={{ opacity: 1 - view.open ** 3 }}
          transform={`translate(${COVER.x} ${COVER.y})`}
          data-open={view.open === 1}
        >
          {Array.from({ length: SLATS }, (_, slat) => (
            <rect
              key={slat}
              className={classes.slat}
              y={((slat * COVER.height) / SLATS) * (1 - view.open)}
              width={COVER.width}
              height={COVER.height / SLATS - 2}
              rx="5"
            />
          ))}
        </g>
        {words && view.drawn.every((drawn) => drawn === 1) && view.drawn.length > 0 && (
          <text className={classes.lines} textAnchor="middle" x={(LEG.left + LEG.right) / 2} y={LEG.top - 27}>
            {words.lines}
          </text>
        )}
        <Cap x={LEG.left} y={LEG.top - 34} name={t("ladder.left")} lit={view.started && outcome?.start === "left"} />
        <Cap x={LEG.right} y={LEG.top - 34} name={t("ladder.right")} lit={view.started && outcome?.start === "right"} />
        <Cap x={LEG.left} y={LEG.bottom + 34} name={t("ladder.odd")} lit={view.ended && outcome?.end === "odd"} end />
        <Cap
          x={LEG.right}
          y={LEG.bottom + 34}
          name={t("ladder.even")}
          lit={view.ended && outcome?.end === "even"}
          end
        />
        {marker && (
          <g transform={`translate(${marker.x} ${marker.y})`}>
            <circle className={classes.glow} r="34" />
            <circle className={classes.marker} r="13" />
            <circle className={classes.shine} r="4.5" cx="-4" cy="-5" />
          </g>
        )}
      </svg>
    </Stage>
  );
}

/** The label at the end of a leg, with its name. */
function Cap({ x, y, name, lit, end = false }: { x: number; y: number; name: string; lit: boolean; end?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`} className={classes.cap} data-lit={lit} data-end={end}>
      <rect className={classes.halo} x="-90" y="-44" width="180" height="88" rx="44" />
      <rect className={classes.plate} x="-66" y="-23" width="132" height="46" rx="23" />
      <rect className={classes.gloss} x="-60" y="-20" width="120" height="20" rx="14" />
      <text className={classes.name} textAnchor="middle" y="7">
        {name}
      </text>
    </g>
  );
}
