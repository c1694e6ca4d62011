import type { ReactNode } from "react";
import classes from "./amount-line.module.css";

/** A line with the name of an amount and the amount at its end, for instance the balance before a part of it is moved. */
export function AmountLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className={classes.line}>
      <span>{label}</span>
      {children}
    </p>
  );
}
