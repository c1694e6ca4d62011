import { useTranslation } from "react-i18next";
import { useDrawWords } from "#shared/minigame/words.ts";
import { movesLess } from "#shared/motion.ts";
import { GameDraw } from "./draw/game-draw.tsx";
import { SoundSwitch } from "./draw/sound-switch.tsx";
import type { DrawBet } from "./games.ts";
import { outcomeOf, type Phase } from "./phase.ts";
import classes from "./play.module.css";

interface DrawStageProps {
  game: string;
  phase: Phase;
  /** The numbers that the member is choosing, for keno. */
  picks: readonly number[];
  bets: readonly DrawBet[];
  now(): number;
}

/** The numbers of the member's newest bet on a round, for keno. */
function picksOn(bets: readonly DrawBet[], no: number): number[] | undefined {
  const bet = bets.find((one) => one.no === no && one.selection.startsWith("spots:"));
  return bet?.selection.slice("spots:".length).split("-").map(Number);
}

/** The draw of the round: at rest until it is published, then as everybody sees it. */
export function DrawStage({ game, phase, picks, bets, now }: DrawStageProps) {
  const { t } = useTranslation("minigame");
  const words = useDrawWords();
  const { shown, since } = phase;
  const no = shown?.no ?? 0;
  const known = picksOn(bets, no) ?? (shown?.state === "open" ? picks : []);
  return (
    <section className={classes.stage} aria-label={t("stage")}>
      <div className={classes.stageHead}>
        <h2>{shown ? t("round", { no }) : t("stage")}</h2>
        <SoundSwitch />
      </div>
      <GameDraw
        game={game}
        round={no}
        outcome={outcomeOf(shown?.outcome ?? null)}
        since={since}
        now={now}
        still={movesLess()}
        picks={known}
      />
      {shown?.state === "void" && (
        <p className={classes.notice}>{t("results.void", { reason: words.reason(shown.reason) })}</p>
      )}
    </section>
  );
}
