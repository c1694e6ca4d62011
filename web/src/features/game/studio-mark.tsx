import type { ReactNode } from "react";
import classes from "./studio-mark.module.css";

/** Studios' marks by lobbySymbol: a few shapes each, lit from the upper left. */
const marks: Record<string, ReactNode> = {
  hanok: (
    <>
      <path d="M50 16q3 9 10 13H40q7-4 10-13z" className={classes.glow} />
      <path d="M10 50q20-4 27-21h26q7 17 27 21l-7 7H17z" className={classes.light} />
      <path d="M50 29h13q7 17 27 21l-7 7H50z" className={classes.mid} />
      <path d="M26 57h7v26h-7zM46.500 57h7v26h-7zM67 57h7v26h-7z" className={classes.mid} />
      <path d="M18 83h64v6H18z" className={classes.light} />
    </>
  ),
  saigon: (
    <>
      <path d="M50 12v9" className={classes.stroke} />
      <path d="M50 21c20 0 32 12 32 28S70 77 50 77 18 65 18 49s12-28 32-28z" className={classes.light} />
      <path d="M50 21c20 0 32 12 32 28S70 77 50 77z" className={classes.mid} />
      <path d="M50 21c9 0 14 12 14 28s-5 28-14 28-14-12-14-28 5-28 14-28z" className={classes.glow} />
      <path d="M38 77h24l-3 6H41z" className={classes.light} />
      <path d="M46 83v8M54 83v8" className={classes.stroke} />
    </>
  ),
  orbit: (
    <>
      <circle cx="50" cy="50" r="24" className={classes.light} />
      <path d="M50 26a24 24 0 0 1 0 48 36 36 0 0 0 0-48z" className={classes.mid} />
      <path d="M26.500 58.500C12 70 8 79 12 82s27-6 48-24 34-37 29-41-17 2-25 8" className={classes.ring} />
      <circle cx="84" cy="20" r="7" className={classes.glow} />
    </>
  ),
  harbor: (
    <>
      <path d="M39 36h22l5 44H34z" className={classes.light} />
      <path d="M50 36h11l5 44H50z" className={classes.mid} />
      <path d="M41 22h18v14H41z" className={classes.glow} />
      <path d="M36 22q14-16 28 0z" className={classes.mid} />
      <path d="M10 86q10-8 20 0t20 0 20 0 20 0" className={classes.ring} />
    </>
  ),
};

/** A studio's mark; one that we have not drawn shows its first letters. */
export function StudioMark({ symbol, name, size = 88 }: { symbol: string; name: string; size?: number }) {
  const mark = marks[symbol];
  return (
    <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
      {mark ?? (
        <>
          <circle cx="50" cy="50" r="40" className={classes.mid} />
          <text x="50" y="50" className={classes.letters}>
            {[...name].slice(0, 2).join("").toUpperCase()}
          </text>
        </>
      )}
    </svg>
  );
}
