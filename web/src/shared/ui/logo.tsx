import classes from "./logo.module.css";

/** The brand: a hub with six spokes, and the stake in its middle. `mark` leaves the word out. */
export function Logo({ mark = false, name = "Hubstake" }: { mark?: boolean; name?: string }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 40 40" width="34" height="34" aria-hidden="true">
        <path className={classes.ring} d="M20 3.500l14.3 8.250v16.500L20 36.5 5.7 28.250v-16.500z" />
        <path
          className={classes.spokes}
          d="M20 3.500V11M34.3 11.750L27.8 15.500M34.3 28.250L27.8 24.500M20 36.500V29M5.7 28.250l6.5-3.750M5.7 11.750l6.5 3.750"
        />
        <path className={classes.stake} d="M20 11l8 9-8 9-8-9z" />
        <path className={classes.facet} d="M20 11l8 9h-8z" />
        <path className={classes.shade} d="M12 20h16l-8 9z" />
      </svg>
      {mark ? <span className="visually-hidden">{name}</span> : <span className={classes.word}>{name}</span>}
    </span>
  );
}
