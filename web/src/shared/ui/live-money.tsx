import { useEffect, useRef, useState } from "react";
import { useFormat } from "../i18n/format.tsx";
import { movesLess } from "../motion.ts";
import classes from "./money.module.css";
import { Money } from "./money.tsx";

const COUNT_MS = 400;

interface LiveMoneyProps {
  amount: number;
  unit?: "cash" | "points";
  size?: "sm" | "md" | "lg" | "xl";
  /** The words that a screen reader says before the new amount. */
  label: string;
}

/** A balance that counts to its new value in 400 ms and glows once. Readers hear the final figure only, politely. */
export function LiveMoney({ amount, unit = "cash", size = "md", label }: LiveMoneyProps) {
  const format = useFormat();
  const [shown, setShown] = useState(amount);
  const [moves, setMoves] = useState(0);
  const from = useRef(amount);

  useEffect(() => {
    const start = from.current;
    if (start === amount) return;
    if (movesLess()) {
      from.current = amount;
      setShown(amount);
      return;
    }
    setMoves((count) => count + 1);
    let frame = 0;
    const begun = performance.now();
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / COUNT_MS));
      const eased = 1 - (1 - part) ** 3;
      from.current = part === 1 ? amount : Math.round(start + (amount - start) * eased);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [amount]);

  return (
    <span className={classes.live}>
      <span key={moves} aria-hidden="true" className={moves > 0 ? classes.glow : undefined}>
        <Money amount={shown} unit={unit} size={size} />
      </span>
      <span className="visually-hidden" aria-live="polite">
        {label} {unit === "cash" ? format.money(amount) : `${format.number(amount)} P`}
      </span>
    </span>
  );
}
