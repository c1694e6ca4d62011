import type { ReactNode } from "react";
import classes from "./members.module.css";

export interface Fact {
  name: string;
  value: ReactNode;
  /** Something is not as it should be. */
  warn?: string | undefined;
}

/** Names and values, one under the other. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>
            {fact.value === "" ? "–" : fact.value}
            {fact.warn && <span className={classes.warn}>{fact.warn}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
