import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { COIN_SCENE, COINS, coinCues, coinsAt, waiting } from "./coin.ts";
import classes from "./coin-draw.module.css";
import { coinColours, coinPainter } from "./coin-paint.ts";
import type { CoinOutcome, DrawProps } from "./outcome.ts";
import { Stage } from "./stage.tsx";
import { COINS_MS } from "./timing.ts";
import { useCanvas } from "./use-canvas.ts";
import { useDraw } from "./use-draw.ts";

const places = Array.from({ length: COINS }, (_, at) => at);
const rest = places.map(() => waiting);

/** Three coins are tossed one after the other. */
export function CoinDraw(props: DrawProps<CoinOutcome>) {
  const { t } = useTranslation("minigame");
  const { game, round, outcome } = props;
  const stage = useRef<HTMLElement>(null);
  /** How many coins lie. */
  const [told, setTold] = useState(0);
  const { canvas, show } = useCanvas(COIN_SCENE, coinColours, coinPainter);
  const phase = useDraw(props, stage, {
    length: COINS_MS,
    cues: coinCues,
    frame: (moment) => {
      const poses = moment.phase === "idle" ? rest : coinsAt(moment.outcome.coins, `${game}/${round}`, moment.ms);
      setTold(poses.filter((pose) => pose.told !== null).length);
      show(poses);
    },
  });
  const coins = outcome?.coins.map((coin) => t(`coin.${coin}`)) ?? [];
  return (
    <Stage ref={stage} result={phase === "done" ? t("coin.result", { coins: coins.join(", ") }) : null}>
      <canvas ref={canvas} width={COIN_SCENE.width} height={COIN_SCENE.height} className={classes.coins} />
      <div className={classes.names}>
        {places.map((at) => (
          <span key={at} data-told={at < told}>
            {at < told && coins[at]}
          </span>
        ))}
      </div>
    </Stage>
  );
}
