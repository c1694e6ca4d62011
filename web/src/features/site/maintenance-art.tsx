import classes from "./site.module.css";

/** A hub that is being looked after: its wheel stands still, its stake glows. */
export function MaintenanceArt() {
  return (
    <svg viewBox="0 0 240 160" width="240" height="160" aria-hidden="true">
      <ellipse cx="120" cy="146" rx="86" ry="8" className={classes.deep} />
      <path d="M120 18l50 29v58l-50 29-50-29V47z" className={classes.mid} />
      <path d="M120 18l50 29v58l-50 29z" className={classes.deep} opacity="0.35" />
      <path d="M120 40l30 36-30 36-30-36z" className={classes.glow} />
      <path d="M90 76h60l-30 36z" className={classes.shade} />
      <path
        d="M186 62a20 20 0 0 0-26 26l-34 34a9 9 0 0 0 13 13l34-34a20 20 0 0 0 26-26l-12 12-12-3-3-12z"
        className={classes.light}
      />
    </svg>
  );
}
