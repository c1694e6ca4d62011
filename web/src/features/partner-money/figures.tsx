import type { ReactNode } from "react";
import classes from "./money.module.css";

/** Names and amounts beside each other, above a list. */
export function Figures({ label, figures }: { label: string; figures: { name: string; value: ReactNode }[] }) {
  return (
    <section aria-label={label}>
      <dl className={classes.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
