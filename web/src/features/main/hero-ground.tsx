import type { ReactNode } from "react";
import { Flake } from "./hero-parts.tsx";
import classes from "./hero-scene.module.css";

/** Behind the reels and before them; the middle stays free, or it would hide the stake. */
export interface Scene {
  back: ReactNode;
  front: ReactNode;
}

export const hills = (
  <>
    <path d="M0 340V262q70-52 150-16 90-66 190-8 90-50 220 6v96z" className={classes.far} />
    <path d="M0 340v-44q120-40 240-8 150-44 320 4v48z" className={classes.hill} />
  </>
);

export const water = (
  <>
    <path d="M0 340v-92q140-18 280 0t280 0v92z" className={classes.far} />
    <path
      d="M20 264q30-10 60 0t60 0 60 0M230 274q30-10 60 0t60 0 60 0M410 262q30-10 60 0t60 0"
      className={classes.wave}
    />
  </>
);

export const branch = <path d="M566 62q-60 6-96 34-30 22-70 22M494 82q-8 28-34 40" className={classes.branch} />;

export const flakes = (
  <>
    <Flake x={60} y={92} />
    <Flake x={150} y={176} size={0.7} />
    <Flake x={500} y={86} size={1.1} />
    <Flake x={470} y={176} size={0.7} />
    <Flake x={330} y={66} size={0.8} />
    <Flake x={532} y={226} size={0.8} />
  </>
);
