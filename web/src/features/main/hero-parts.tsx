import classes from "./hero-scene.module.css";

interface Place {
  x: number;
  y: number;
  /** 1: as drawn. */
  size?: number;
  turn?: number;
  tone?: "warm" | "rose" | "leaf" | "sky" | "plum" | "pale";
}

const at = ({ x, y, size = 1, turn = 0 }: Place) => `translate(${x} ${y}) rotate(${turn}) scale(${size})`;
/** The angles of a figure with so many equal parts. */
const round = (count: number) => Array.from({ length: count }, (_, part) => (part * 360) / count);

/** Five petals around a heart. */
export function Blossom(place: Place) {
  return (
    <g transform={at(place)} className={classes[place.tone ?? "rose"]}>
      {round(5).map((turn) => (
        <path key={turn} d="M0 0C-12-3-11-19-3-20l3 4 3-4C11-19 12-3 0 0z" transform={`rotate(${turn})`} />
      ))}
      <circle r="4" className={classes.heart} />
    </g>
  );
}

export function Petal(place: Place) {
  return <path d="M0 0q-6-7 0-14 6 7 0 14z" transform={at(place)} className={classes[place.tone ?? "rose"]} />;
}

/** A leaf with five points and its stem. */
export function MapleLeaf(place: Place) {
  return (
    <g transform={at(place)} className={classes[place.tone ?? "rose"]}>
      <path d="M0 18V2L-12 8l2-7-10-2 8-5-6-9 10 3 2-9 6 8 6-8 2 9 10-3-6 9 8 5-10 2 2 7L0 2" />
      <path d="M0 18V-6" className={classes.vein} />
    </g>
  );
}

/** A lantern on its cord, lit from within. */
export function Lantern(place: Place) {
  return (
    <g transform={at(place)}>
      <path d="M0-120V-26M0 26V46M-5 46h10l-2 22h-6z" className={classes.cord} />
      <ellipse rx="32" ry="26" className={classes[place.tone ?? "rose"]} />
      <ellipse rx="17" ry="26" className={classes.lit} />
      <path d="M-14-24h28M-14 24h28M0-26V26" className={classes.band} />
    </g>
  );
}

/** A lantern of paper that swims on water. */
export function Float(place: Place) {
  return (
    <g transform={at(place)}>
      <path d="M-18 0h36l-4 10h-28z" className={classes.deep} />
      <path d="M-14 0l4-30h20l4 30z" className={classes[place.tone ?? "warm"]} />
      <path d="M-5-2q-4-10 5-20 9 10 5 20z" className={classes.lit} />
      <ellipse cy="16" rx="26" ry="4" className={classes.gleam} />
    </g>
  );
}

/** A firework as it opens. */
export function Burst(place: Place) {
  return (
    <g transform={at(place)} className={classes[`${place.tone ?? "warm"}Line`]}>
      {round(12).map((turn, ray) => (
        <path key={turn} d={ray % 2 === 0 ? "M0-12V-52M0-58v-2" : "M0-12V-34M0-40v-2"} transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}

export function Flake(place: Place) {
  return (
    <g transform={at(place)} className={classes.paleLine}>
      {round(6).map((turn) => (
        <path key={turn} d="M0 0V-14M0-9l4-4M0-9l-4-4" transform={`rotate(${turn})`} />
      ))}
    </g>
  );
}

/** A fir in three steps; `baubles` are for its feast. */
export function Fir({ baubles = false, ...place }: Place & { baubles?: boolean }) {
  return (
    <g transform={at(place)}>
      <path d="M-6 0h12v18h-12z" className={classes.shade} />
      <path d="M0-104l26 40H-26zM0-74l36 44H-36zM0-42l46 46H-46z" className={classes.leaf} />
      <path d="M0-104l26 40H0zM0-74l36 44H0zM0-42l46 46H0z" className={classes.dusk} />
      {baubles && (
        <>
          <path d="M0-124l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z" className={classes.warm} />
          {[-8, 14, -22, 6, 26, -30].map((x, row) => (
            <circle key={x} cx={x} cy={-62 + row * 11} r="5" className={row % 2 ? classes.warm : classes.rose} />
          ))}
        </>
      )}
    </g>
  );
}

/** Drops that fly from a splash. */
export function Drop(place: Place) {
  return <path d="M0-12q9 12 0 18-9-6 0-18z" transform={at(place)} className={classes[place.tone ?? "sky"]} />;
}

/** A cloud as old prints draw it: three bows on a line. */
export function Cloud(place: Place) {
  return (
    <path
      d="M-44 0q-2-16 16-14 4-18 22-12 14-12 26 2 20-4 22 14 8 2 6 10z"
      transform={at(place)}
      className={classes.cloud}
    />
  );
}
