import type { ReactNode, Ref } from "react";
import classes from "./stage.module.css";

interface StageProps {
  /** The result in words, read out once the draw is over; null until then. */
  result: string | null;
  children: ReactNode;
  /** The words below the drawing while it runs. */
  below?: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** The room of a draw. Its drawing is for the eye; what it comes to is said in words. */
export function Stage({ result, children, below, ref }: StageProps) {
  return (
    <figure ref={ref} className={classes.stage}>
      <div className={classes.picture} aria-hidden="true">
        {children}
      </div>
      {below}
      <p role="status" className="visually-hidden">
        {result}
      </p>
    </figure>
  );
}
