import { branch, flakes, hills, type Scene, water } from "./hero-ground.tsx";
import { Blossom, Cloud, Drop, Fir, MapleLeaf, Petal } from "./hero-parts.tsx";
import classes from "./hero-scene.module.css";
import type { Season } from "./season.ts";

/** The times of the year, for readers without a feast on the day. */
export const seasons: Record<Extract<Season, "spring" | "summer" | "autumn" | "winter">, Scene> = {
  spring: {
    back: (
      <>
        <Cloud x={120} y={116} />
        {hills}
      </>
    ),
    front: (
      <>
        {branch}
        <Blossom x={470} y={98} size={1.3} />
        <Blossom x={422} y={118} size={1.1} />
        <Blossom x={462} y={134} size={0.9} />
        <Blossom x={532} y={68} size={1.1} />
        <Blossom x={500} y={72} size={0.8} />
        <Petal x={120} y={150} turn={50} />
        <Petal x={84} y={226} turn={-20} />
        <Petal x={500} y={170} turn={30} />
        <Petal x={470} y={240} turn={-50} />
      </>
    ),
  },
  summer: {
    back: (
      <>
        <circle cx="474" cy="112" r="74" className={classes.halo} />
        <circle cx="474" cy="112" r="46" className={classes.warm} />
        <Cloud x={110} y={90} size={1.2} />
        <Cloud x={520} y={136} />
      </>
    ),
    front: (
      <>
        {water}
        <Drop x={96} y={252} turn={-20} />
        <Drop x={500} y={248} turn={24} />
      </>
    ),
  },
  autumn: {
    back: (
      <>
        <circle cx="468" cy="122" r="72" className={classes.halo} />
        <circle cx="468" cy="122" r="48" className={classes.lit} />
        {hills}
      </>
    ),
    front: (
      <>
        <MapleLeaf x={92} y={104} size={1.4} turn={-24} />
        <MapleLeaf x={126} y={210} turn={40} tone="warm" />
        <MapleLeaf x={500} y={196} size={1.3} turn={18} tone="warm" />
        <MapleLeaf x={540} y={230} turn={-50} />
        <MapleLeaf x={66} y={262} size={1.1} turn={80} />
        <MapleLeaf x={444} y={250} size={0.9} turn={130} />
      </>
    ),
  },
  winter: {
    back: (
      <>
        {hills}
        {flakes}
      </>
    ),
    front: (
      <>
        <Fir x={92} y={268} size={1.35} />
        <Fir x={514} y={262} size={1.1} />
        <path d="M0 340v-62q140-28 280-6t280-4v72z" className={classes.pale} />
      </>
    ),
  },
};
