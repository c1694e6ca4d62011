import type { ReactNode } from "react";
import classes from "./status-pill.module.css";

interface StatusPillProps {
  /** calm: nothing to do. busy: under way. good, bad: how it ended. Never colour alone: the word is the message. */
  tone: "calm" | "busy" | "good" | "bad" | "info";
  children: ReactNode;
}

export function StatusPill({ tone, children }: StatusPillProps) {
  return <span className={`${classes.pill} ${classes[tone]}`}>{children}</span>;
}
