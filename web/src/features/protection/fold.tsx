import type { ReactNode } from "react";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./protection.module.css";

interface FoldProps {
  title: string;
  /** How it stands, in one line. */
  state: ReactNode;
  /** Something in it waits for the member: it is open from the beginning. */
  waits?: boolean;
  children: ReactNode;
}

/** A part of the page that says in one line how it stands, and opens to change it. */
export function Fold({ title, state, waits = false, children }: FoldProps) {
  return (
    <details className={classes.fold} open={waits || undefined}>
      <summary>
        <h3>{title}</h3>
        <span className={classes.foldState}>{state}</span>
        <Icon name="chevron" size={18} />
      </summary>
      <div className={classes.foldIn}>{children}</div>
    </details>
  );
}
