import { useEffect, useRef, useState } from "react";
import { useFormat } from "../i18n/format.tsx";
import { movesLess } from "../motion.ts";
import classes from "./rise.module.css";

/** The last gain, as a small figure that flies up to the balance. Screen readers hear the balance itself. Its parent is positioned. */
export function Rise({ amount }: { amount: number }) {
  const format = useFormat();
  const before = useRef(amount);
  const [came, setCame] = useState<{ key: number; amount: number } | null>(null);
  useEffect(() => {
    const more = amount - before.current;
    before.current = amount;
    if (more > 0 && !movesLess()) setCame((last) => ({ key: (last?.key ?? 0) + 1, amount: more }));
  }, [amount]);
  if (!came) return null;
  return (
    <span key={came.key} aria-hidden="true" className={classes.rise} onAnimationEnd={() => setCame(null)}>
      +{format.money(came.amount)}
    </span>
  );
}
