import type { ReactNode } from "react";
import { EmptyArt, type EmptyArtName } from "./empty-art.tsx";
import classes from "./states.module.css";

interface EmptyStateProps {
  art: EmptyArtName;
  title: ReactNode;
  /** The text below the title: what the list is for, and the next step. */
  children?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
}

/** A list that has nothing yet: what it is for, and what to do next. */
export function EmptyState({ art, title, children, action, compact }: EmptyStateProps) {
  return (
    <div className={`${classes.state} ${compact ? classes.compact : ""}`}>
      <EmptyArt name={art} />
      <div className={classes.title}>{title}</div>
      {children && <p className={classes.text}>{children}</p>}
      {action}
    </div>
  );
}
