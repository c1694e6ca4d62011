import type { ReactNode } from "react";
import classes from "./states.module.css";

/** Drawn from the same few shapes, lit from the upper left; the amber part is what the list waits for. */
const drawings = {
  coins: (
    <>
      <ellipse cx="60" cy="76" rx="34" ry="10" className={classes.deep} />
      <path d="M26 62v12c0 5.5 15 10 34 10s34-4.5 34-10V62z" className={classes.mid} />
      <ellipse cx="60" cy="62" rx="34" ry="10" className={classes.light} />
      <path d="M34 46v10c0 4.5 11.6 8 26 8s26-3.5 26-8V46z" className={classes.mid} />
      <ellipse cx="60" cy="46" rx="26" ry="8" className={classes.light} />
      <circle cx="60" cy="24" r="13" className={classes.glow} />
      <path d="M60 17l6 7-6 7-6-7z" className={classes.shade} />
    </>
  ),
  games: (
    <>
      <rect x="18" y="26" width="34" height="46" rx="6" className={classes.deep} transform="rotate(-9 35 49)" />
      <rect x="68" y="26" width="34" height="46" rx="6" className={classes.deep} transform="rotate(9 85 49)" />
      <rect x="41" y="18" width="38" height="54" rx="7" className={classes.mid} />
      <path d="M60 30l11 15-11 15-11-15z" className={classes.glow} />
      <path d="M60 30l11 15H49z" className={classes.shade} />
    </>
  ),
  messages: (
    <>
      <rect x="22" y="26" width="76" height="52" rx="8" className={classes.mid} />
      <path d="M22 34l38 26 38-26v-2c0-3.3-2.7-6-6-6H28c-3.3 0-6 2.7-6 6z" className={classes.light} />
      <circle cx="94" cy="26" r="9" className={classes.glow} />
    </>
  ),
  notices: (
    <>
      <path d="M30 44l46-20v48L30 60z" className={classes.mid} />
      <rect x="20" y="42" width="14" height="20" rx="5" className={classes.light} />
      <path d="M40 62h12l5 18H46z" className={classes.deep} />
      <path d="M84 36q10 12 0 24M92 30q16 18 0 36" className={classes.stroke} />
    </>
  ),
  history: (
    <>
      <rect x="30" y="16" width="54" height="66" rx="7" className={classes.mid} />
      <path d="M40 32h34M40 44h34M40 56h20" className={classes.lines} />
      <circle cx="82" cy="68" r="17" className={classes.glow} />
      <path d="M82 58v11l7 4" className={classes.hand} />
    </>
  ),
  winners: (
    <>
      <path d="M42 18h36v20c0 12-8 20-18 20s-18-8-18-20z" className={classes.glow} />
      <path d="M60 18h18v20c0 12-8 20-18 20z" className={classes.shade} />
      <path d="M42 24H30c0 14 5 20 13 21M78 24h12c0 14-5 20-13 21" className={classes.lines} />
      <rect x="55" y="56" width="10" height="14" className={classes.light} />
      <rect x="42" y="70" width="36" height="10" rx="4" className={classes.mid} />
    </>
  ),
  queue: (
    <>
      <rect x="24" y="22" width="72" height="16" rx="5" className={classes.light} />
      <rect x="24" y="43" width="72" height="16" rx="5" className={classes.mid} />
      <rect x="24" y="64" width="72" height="16" rx="5" className={classes.deep} />
      <circle cx="90" cy="72" r="13" className={classes.glow} />
      <path d="M84 72l4.5 4.5 8-9" className={classes.hand} />
    </>
  ),
  questions: (
    <>
      <path
        d="M22 24h58a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H48L32 80V66H22a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8z"
        className={classes.mid}
      />
      <path d="M28 38h46M28 50h30" className={classes.lines} />
      <circle cx="88" cy="30" r="17" className={classes.glow} />
      <path d="M83 26q0-6 5-6t5 5q0 4-5 6M88 39v.01" className={classes.hand} />
    </>
  ),
  talk: (
    <>
      <rect x="14" y="18" width="54" height="36" rx="8" className={classes.mid} />
      <path d="M26 54v14l14-14z" className={classes.mid} />
      <rect x="50" y="36" width="56" height="34" rx="8" className={classes.light} />
      <path d="M94 70v14L78 70z" className={classes.light} />
      <path d="M26 31h28M26 42h16" className={classes.lines} />
      <circle cx="78" cy="53" r="8" className={classes.glow} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type Drawing = keyof typeof drawings;

export function EmptyDrawing({ name }: { name: Drawing }) {
  return drawings[name];
}
