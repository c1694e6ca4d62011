import type { ReactNode } from "react";
import classes from "./amount-line.module.css";

/** What there is before some of it is moved: its name, and the amount at the end of the line. */
export function AmountLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className={classes.line}>
      <span>{label}</span>
      {children}
    </p>
  );
}
