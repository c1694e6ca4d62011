import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  name: string;
  value: ReactNode;
  /** Something is not as it should be. */
  warn?: string | undefined;
}

interface FactsProps {
  facts: readonly Fact[];
  /** Lines as high as a touch target, for the pages of members. */
  roomy?: boolean;
}

/** Names and values, one under the other. */
export function Facts({ facts, roomy = false }: FactsProps) {
  return (
    <dl className={`${classes.facts} ${roomy ? classes.roomy : ""}`}>
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
