import type { ReactElement } from "react";
import type { EventKind } from "./board.ts";
import classes from "./event.module.css";

/** One drawing for each kind of event, drawn on 320 × 140. Nothing is loaded for them. */
const drawings: Record<EventKind, ReactElement> = {
  bonus: (
    <>
      <ellipse cx="160" cy="104" rx="46" ry="12" className={classes.shade} />
      <path d="M114 62v42a46 12 0 0 0 92 0V62" className={classes.main} />
      <path d="M114 76a46 12 0 0 0 92 0M114 90a46 12 0 0 0 92 0" className={classes.line} />
      <ellipse cx="160" cy="62" rx="46" ry="12" className={classes.light} />
      <path d="M160 22v18M151 31h18M238 48v12M232 54h12M84 56v12M78 62h12" className={classes.spark} />
    </>
  ),
  contest: (
    <>
      <path d="M130 28h60v30a30 30 0 0 1-60 0z" className={classes.main} />
      <path d="M130 36h-18a18 18 0 0 0 20 28M190 36h18a18 18 0 0 1-20 28" className={classes.rim} />
      <path d="M154 86h12v16h-12zM136 102h48v12h-48z" className={classes.shade} />
      <path d="M160 40l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z" className={classes.light} />
      <path d="M92 40l6 6M228 40l-6 6M88 80h10M232 80h-10" className={classes.spark} />
    </>
  ),
  gift: (
    <>
      <path d="M118 66h84v50h-84z" className={classes.main} />
      <path d="M112 50h96v18h-96z" className={classes.shade} />
      <path d="M154 50h12v66h-12z" className={classes.light} />
      <path
        d="M160 50c-34-6-30-34-12-30 10 2 12 18 12 30zm0 0c34-6 30-34 12-30-10 2-12 18-12 30z"
        className={classes.rim}
      />
      <path d="M90 46v10M85 51h10M232 84v10M227 89h10" className={classes.spark} />
    </>
  ),
  draw: (
    <>
      <circle cx="160" cy="70" r="46" className={classes.main} />
      <path
        d="M160 70V24A46 46 0 0 1 200 47zM160 70l40 23A46 46 0 0 1 160 116zM160 70l-40 23A46 46 0 0 1 120 47z"
        className={classes.shade}
      />
      <circle cx="160" cy="70" r="46" className={classes.rim} />
      <circle cx="160" cy="70" r="10" className={classes.light} />
      <path d="M150 12h20l-10 18z" className={classes.light} />
      <path d="M92 44v10M87 49h10M230 92v10M225 97h10" className={classes.spark} />
    </>
  ),
  news: (
    <>
      <path d="M122 58v26l16 2 50 26V30l-50 26z" className={classes.main} />
      <path d="M122 58l-12 3v20l12 3zM138 86l8 26h14l-8-20z" className={classes.shade} />
      <path d="M188 30a41 41 0 0 1 0 82z" className={classes.light} />
      <path d="M222 50l14-8M226 71h16M222 92l14 8" className={classes.spark} />
    </>
  ),
};

/** The picture of an event, by its kind; decoration, the words stand beside it. */
export function EventArt({ kind }: { kind: EventKind }) {
  return (
    <svg
      className={`${classes.art} ${classes[kind]}`}
      viewBox="0 0 320 140"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
    >
      <circle cx="268" cy="20" r="70" className={classes.glow} />
      <circle cx="36" cy="130" r="54" className={classes.glow} />
      {drawings[kind]}
    </svg>
  );
}
