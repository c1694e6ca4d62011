import classes from "./ladder-draw.module.css";

/** The materials of the ladder. Their names are the same on every ladder of a page, and so are they. */
export function LadderLights() {
  return (
    <defs>
      <linearGradient id="ladder-leg" x1="0" x2="1" y1="0" y2="0">
        <stop offset="0" className={classes.metalMid} />
        <stop offset="0.3" className={classes.metalLight} />
        <stop offset="0.6" className={classes.metalMid} />
        <stop offset="1" className={classes.metalDark} />
      </linearGradient>
      <linearGradient id="ladder-rung" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" className={classes.metalMid} />
        <stop offset="0.25" className={classes.metalLight} />
        <stop offset="0.6" className={classes.metalMid} />
        <stop offset="1" className={classes.metalDark} />
      </linearGradient>
      <linearGradient id="ladder-slat" x1="0" x2="1" y1="0" y2="1">
        <stop offset="0" className={classes.slatLight} />
        <stop offset="1" className={classes.slatDark} />
      </linearGradient>
      <linearGradient id="ladder-plate" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" className={classes.plateLight} />
        <stop offset="1" className={classes.plateDark} />
      </linearGradient>
      <linearGradient id="ladder-gloss" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" className={classes.glossOn} />
        <stop offset="1" className={classes.none} />
      </linearGradient>
      <radialGradient id="ladder-glow">
        <stop offset="0" className={classes.glowOn} />
        <stop offset="1" className={classes.none} />
      </radialGradient>
      <radialGradient id="ladder-halo">
        <stop offset="0" className={classes.haloOn} />
        <stop offset="1" className={classes.none} />
      </radialGradient>
      <radialGradient id="ladder-marker" cx="0.35" cy="0.3" r="0.8">
        <stop offset="0" className={classes.markerLight} />
        <stop offset="0.45" className={classes.markerMid} />
        <stop offset="1" className={classes.markerDark} />
      </radialGradient>
    </defs>
  );
}
