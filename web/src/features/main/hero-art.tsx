import classes from "./hero-art.module.css";
import { scenes } from "./hero-scenes.tsx";
import type { Season } from "./season.ts";

/** Three reels under one lamp, in the scenery of the season: the stake of the brand in the middle, its neighbours turning away. */
export function HeroArt({ season }: { season: Season }) {
  const { back, front } = scenes[season];
  return (
    <svg viewBox="0 0 560 340" className={classes.art} aria-hidden="true" preserveAspectRatio="xMaxYMid slice">
      <defs>
        <radialGradient id="lamp" cx="50%" cy="46%" r="60%">
          <stop offset="0" className={classes.lampIn} />
          <stop offset="1" className={classes.lampOut} />
        </radialGradient>
        <linearGradient id="reel" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.reelEdge} />
          <stop offset="0.5" className={classes.reelMid} />
          <stop offset="1" className={classes.reelEdge} />
        </linearGradient>
        <linearGradient id="gem" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className={classes.gemLight} />
          <stop offset="1" className={classes.gemDark} />
        </linearGradient>
      </defs>
      <rect width="560" height="340" fill="url(#lamp)" />
      <g className={classes.spokes}>
        <path d="M300 170L300 -40M300 170L482 65M300 170L482 275M300 170L300 380M300 170L118 275M300 170L118 65" />
        <circle cx="300" cy="170" r="150" />
        <circle cx="300" cy="170" r="196" />
      </g>
      {back}
      <g transform="translate(180 76) scale(0.8)">
        <g transform="translate(0 14)">
          <rect width="84" height="208" rx="14" fill="url(#reel)" />
          <circle cx="42" cy="50" r="22" className={classes.cool} />
          <circle cx="35" cy="43" r="7" className={classes.shine} />
          <path d="M42 86l24 16-9 28H27l-9-28z" className={classes.mint} />
          <path d="M42 86l24 16H18z" className={classes.shine} />
          <path d="M20 178q22-44 44 0-22 22-44 0z" className={classes.rose} />
        </g>
        <g transform="translate(96 0)">
          <rect width="108" height="236" rx="16" fill="url(#reel)" />
          <rect x="3" y="69" width="102" height="98" rx="12" className={classes.frame} />
          <path d="M54 78l36 40-36 40-36-40z" fill="url(#gem)" />
          <path d="M54 78l36 40H54z" className={classes.facet} />
          <path d="M18 118h36v40z" className={classes.under} />
          <circle cx="54" cy="34" r="20" className={classes.mint} />
          <circle cx="47" cy="28" r="6" className={classes.shine} />
          <path d="M54 180l22 14-8 26H40l-8-26z" className={classes.cool} />
        </g>
        <g transform="translate(216 14)">
          <rect width="84" height="208" rx="14" fill="url(#reel)" />
          <path d="M20 50q22-44 44 0-22 22-44 0z" className={classes.rose} />
          <circle cx="42" cy="106" r="24" className={classes.cool} />
          <circle cx="34" cy="98" r="7" className={classes.shine} />
          <path d="M42 152l24 16-9 28H27l-9-28z" className={classes.mint} />
        </g>
      </g>
      {front}
    </svg>
  );
}
