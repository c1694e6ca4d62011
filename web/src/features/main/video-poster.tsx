import classes from "./live-video.module.css";

/** The picture before the video is started: a stage with its curtain, three reels and two lights. */
export function VideoPoster() {
  return (
    <svg className={classes.poster} viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className={classes.deep} width="320" height="180" />
      <path className={classes.beam} d="M60 -10 96 -10 190 150 66 150Z" />
      <path className={classes.beam} d="M260 -10 224 -10 130 150 254 150Z" />
      <ellipse className={classes.floor} cx="160" cy="150" rx="140" ry="22" />
      {[0, 1, 2].map((n) => (
        <g key={n} transform={`translate(${100 + n * 42} 44)`}>
          <rect className={classes.reel} width="36" height="92" rx="8" />
          <circle className={classes.coin} cx="18" cy="22" r="9" />
          <path className={classes.gem} d="M18 36 28 46 18 60 8 46Z" />
          <circle className={classes.coin} cx="18" cy="74" r="9" />
        </g>
      ))}
      <path className={classes.curtain} d="M0 0H52C54 60 40 120 26 180H0Z" />
      <path className={classes.curtain} d="M320 0H268C266 60 280 120 294 180H320Z" />
      <path className={classes.fold} d="M18 0C20 60 14 120 8 180M36 0C38 60 28 120 18 180" />
      <path className={classes.fold} d="M302 0C300 60 306 120 312 180M284 0C282 60 292 120 302 180" />
    </svg>
  );
}
