import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { movesLess } from "../../motion.ts";
import classes from "./result-reveal.module.css";

interface Ball {
  text: string;
  /** The side that the ball counts for; without one it is plain. */
  side?: "a" | "b" | "tie";
}

interface ResultRevealProps {
  /** The round: "Powerball, round 1,204". */
  title: string;
  balls: readonly Ball[];
  /** The outcome of the balls: "Odd", "Over 72.5". */
  facts: readonly string[];
  /** Shows the balls one after another, as in a draw that happens now. A draw of before is simply there. */
  live?: boolean;
  /** Called once the whole result is shown. */
  onShown?(): void;
}

/**
 * A result: the balls in their order, then what they make. It is the published result from the beginning, only its appearance takes
 * time; the screen reader hears it once, when it is whole, and a reader who wants less motion sees it at once.
 */
export function ResultReveal({ title, balls, facts, live = false, onShown }: ResultRevealProps) {
  const { t } = useTranslation("play");
  const [shown, setShown] = useState(!live || movesLess());
  const latest = useRef(onShown);
  latest.current = onShown;
  useEffect(() => {
    if (shown) latest.current?.();
  }, [shown]);
  return (
    <section className={classes.reveal} data-shown={shown} aria-label={title}>
      <h3>{title}</h3>
      <ol className={classes.balls} aria-hidden="true">
        {balls.map((ball, at) => (
          <li
            key={at}
            data-side={ball.side}
            style={{ "--at": at } as CSSProperties}
            onAnimationEnd={() => at === balls.length - 1 && setShown(true)}
          >
            {ball.text}
          </li>
        ))}
      </ol>
      <ul className={classes.facts} aria-hidden="true">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {shown && t("draw.result", { balls: balls.map(({ text }) => text).join(", "), facts: facts.join(", ") })}
      </p>
    </section>
  );
}
