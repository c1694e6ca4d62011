import { branch, flakes, hills, type Scene, water } from "./hero-ground.tsx";
import { Blossom, Burst, Cloud, Drop, Fir, Float, Lantern, Petal } from "./hero-parts.tsx";
import classes from "./hero-scene.module.css";
import { seasons } from "./hero-seasons.tsx";
import type { Season } from "./season.ts";

/** The feast of the lunar year; its blossoms are those of the country. */
const lunarYear = (tone: "rose" | "warm"): Scene => ({
  back: (
    <>
      <Cloud x={110} y={116} />
      <Cloud x={470} y={226} size={1.2} />
      {hills}
    </>
  ),
  front: (
    <>
      <Lantern x={96} y={150} />
      <Lantern x={530} y={196} size={0.8} />
      {branch}
      <Blossom x={470} y={98} size={1.2} tone={tone} />
      <Blossom x={424} y={118} tone={tone} />
      <Blossom x={462} y={130} size={0.8} tone={tone} />
      <Blossom x={530} y={70} tone={tone} />
      <Petal x={420} y={300} turn={40} tone={tone} />
      <Petal x={176} y={300} turn={-30} tone={tone} />
    </>
  ),
});

export const scenes: Record<Season, Scene> = {
  ...seasons,
  newYear: {
    back: (
      <>
        <circle cx="452" cy="200" r="120" className={classes.halo} />
        <circle cx="452" cy="200" r="82" className={classes.rose} />
        {water}
      </>
    ),
    front: (
      <>
        <Burst x={92} y={122} />
        <Burst x={494} y={112} size={1.1} tone="rose" />
        <Burst x={530} y={206} size={0.6} tone="sky" />
      </>
    ),
  },
  lunarNewYear: lunarYear("rose"),
  tet: lunarYear("warm"),
  songkran: {
    back: (
      <>
        <circle cx="486" cy="112" r="54" className={classes.halo} />
        <circle cx="486" cy="112" r="34" className={classes.warm} />
        {water}
      </>
    ),
    front: (
      <>
        <path
          d="M112 214q-4-76-64-96M118 214q-14-104-34-116M124 214q6-98 30-112M130 214q12-70 66-78M120 214v-130"
          className={classes.splash}
        />
        <path d="M52 214h140q-6 56-70 56t-70-56z" className={classes.pale} />
        <path d="M52 214h140l-3 16H55z" className={classes.dusk} />
        <Drop x={40} y={128} turn={-40} />
        <Drop x={82} y={92} turn={-14} size={0.9} />
        <Drop x={158} y={94} turn={20} size={0.9} />
        <Drop x={204} y={144} turn={46} />
        <Drop x={474} y={196} turn={20} />
        <Drop x={444} y={150} turn={-16} size={0.8} />
        <Blossom x={84} y={214} size={1.1} tone="warm" />
        <Blossom x={122} y={210} size={1.2} tone="pale" />
        <Blossom x={160} y={214} size={1.1} tone="rose" />
      </>
    ),
  },
  fullMoon: {
    back: (
      <>
        <circle cx="446" cy="150" r="132" className={classes.halo} />
        <circle cx="446" cy="150" r="96" className={classes.lit} />
        <Cloud x={140} y={100} />
        <Cloud x={500} y={186} size={1.1} />
        {hills}
      </>
    ),
    front: (
      <>
        <path
          d="M60 340q14-110-20-186M86 340q6-90 34-150M112 340q20-80-4-136M476 340q-6-80 26-132M504 340q4-70-18-112M530 340q-8-90 18-146"
          className={classes.reed}
        />
        <Petal x={42} y={158} size={2.2} turn={-14} tone="pale" />
        <Petal x={118} y={194} size={2.2} turn={22} tone="pale" />
        <Petal x={108} y={208} size={2} turn={-12} tone="pale" />
        <Petal x={502} y={212} size={2.2} turn={20} tone="pale" />
        <Petal x={548} y={198} size={2.2} turn={16} tone="pale" />
      </>
    ),
  },
  obon: {
    back: (
      <>
        <Burst x={110} y={118} size={1.1} tone="rose" />
        <Burst x={490} y={108} size={1.2} />
        <Burst x={300} y={60} size={0.6} tone="sky" />
        {water}
      </>
    ),
    front: (
      <>
        <Float x={92} y={252} size={1.3} />
        <Float x={492} y={240} size={1.2} tone="rose" />
        <Float x={446} y={256} size={0.8} />
        <Float x={158} y={264} size={0.9} tone="rose" />
      </>
    ),
  },
  christmas: {
    back: (
      <>
        {hills}
        {flakes}
      </>
    ),
    front: (
      <>
        <Fir x={96} y={266} size={1.35} baubles />
        <Fir x={508} y={262} size={1.05} baubles />
        <path d="M0 340v-62q140-28 280-6t280-4v72z" className={classes.pale} />
      </>
    ),
  },
};
