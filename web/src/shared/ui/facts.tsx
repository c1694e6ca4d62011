import type { ReactNode, Ref } from "react";
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
  /** Lets the page give the lines the focus. */
  ref?: Ref<HTMLDListElement>;
}

/** Names and values, one under the other. */
export function Facts({ facts, roomy = false, ref }: FactsProps) {
  return (
    <dl ref={ref} {...(ref && { tabIndex: -1 })} className={`${classes.facts} ${roomy ? classes.roomy : ""}`}>
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
