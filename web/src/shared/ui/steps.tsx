import classes from "./steps.module.css";

interface StepsProps {
  /** In their order, in words. */
  steps: readonly string[];
  /** The place of the current one, from 0. */
  at: number;
  /** Staff does the current step: it pulses while the member waits. */
  waiting?: boolean;
}

/** How far something that takes several steps has come. */
export function Steps({ steps, at, waiting }: StepsProps) {
  return (
    <ol className={classes.steps} data-waiting={waiting}>
      {steps.map((step, n) => (
        <li
          key={step}
          data-state={n < at ? "past" : n === at ? "now" : "next"}
          aria-current={n === at ? "step" : undefined}
        >
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
