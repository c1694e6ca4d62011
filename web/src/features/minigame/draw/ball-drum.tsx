import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ball-drum.module.css";
import { SCENE } from "./ball-layout.ts";
import { ballColours, ballPainter } from "./ball-paint.ts";
import { BallScene, ballCues } from "./ball-scene.ts";
import { type BallsOutcome, ballSet, type DrawProps } from "./outcome.ts";
import { Stage } from "./stage.tsx";
import { BALLS_MS, part } from "./timing.ts";
import { useCanvas } from "./use-canvas.ts";
import { useDraw } from "./use-draw.ts";

/** The balls of the next round come into the drums in this time. */
const APPEAR_MS = 300;

/** Balls fly in two glass drums; one after the other leaves through the tube and lies in the tray, the power ball last. */
export function BallDrum(props: DrawProps<BallsOutcome>) {
  const { t } = useTranslation("minigame");
  const { game, round, outcome, still } = props;
  const stage = useRef<HTMLElement>(null);
  const scene = useMemo(() => new BallScene(game, round), [game, round]);
  const first = useRef(round);
  const { drawn } = ballSet(game);
  const { canvas, show } = useCanvas(SCENE, ballColours, ballPainter);
  const cues = useMemo(() => ballCues(game), [game]);
  const phase = useDraw(props, stage, {
    length: BALLS_MS,
    cues,
    frame: (moment) =>
      moment.phase === "idle"
        ? show({
            views: scene.rest(moment.ms),
            drawn,
            appear: still || first.current === round ? 1 : part(moment.ms, 0, APPEAR_MS),
          })
        : show({ views: scene.draw(moment.outcome, moment.ms), drawn, appear: 1 }),
  });
  return (
    <Stage
      ref={stage}
      result={
        phase === "done" && outcome
          ? t(game.startsWith("meta") ? "balls.resultMeta" : "balls.result", {
              balls: outcome.balls.join(", "),
              power: outcome.power,
            })
          : null
      }
    >
      <canvas ref={canvas} width={SCENE.width} height={SCENE.height} className={classes.drum} data-game={game} />
    </Stage>
  );
}
