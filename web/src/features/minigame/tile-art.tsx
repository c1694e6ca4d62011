import { type ComponentType, useId } from "react";
import { type Kind, kindOf } from "./draw/outcome.ts";
import classes from "./tile-art.module.css";

interface Ball {
  x: number;
  y: number;
  r: number;
  text: string;
  power?: boolean;
}

const balls: readonly Ball[] = [
  { x: 132, y: 188, r: 48, text: "17" },
  { x: 226, y: 140, r: 42, text: "3" },
  { x: 312, y: 92, r: 30, text: "28" },
  { x: 262, y: 216, r: 50, text: "4", power: true },
];

function Balls({ light }: { light: string }) {
  return balls.map(({ x, y, r, text, power }) => (
    <g key={text} transform={`translate(${x} ${y}) scale(${r / 40})`} className={power ? classes.power : undefined}>
      <ellipse cy="46" rx="34" ry="7" className={classes.shadow} />
      <circle r="40" className={classes.body} />
      <circle r="40" fill={`url(#${light})`} />
      <circle r="21" className={classes.paper} />
      <text y="8" textAnchor="middle" className={classes.print}>
        {text}
      </text>
    </g>
  ));
}

const rungs = [92, 150, 208];

/** The way that the marker takes: down the left leg, over each rung. */
const WAY = "M140 48V92H260V150H140V208H260V252";

function Ladder() {
  return (
    <>
      <path d="M140 48V252M260 48V252" className={classes.rail} />
      {rungs.map((y) => (
        <path key={y} d={`M140 ${y}H260`} className={classes.rail} />
      ))}
      <path d={WAY} className={classes.way} />
      <circle cx="140" cy="48" r="14" className={classes.body} />
      <circle cx="260" cy="252" r="16" className={classes.end} />
    </>
  );
}

const coins = [
  { x: 128, y: 176, tilt: 0.94 },
  { x: 214, y: 112, tilt: 0.62 },
  { x: 282, y: 190, tilt: 0.82 },
];

function Coins({ light }: { light: string }) {
  return coins.map(({ x, y, tilt }) => (
    <g key={x} transform={`translate(${x} ${y}) scale(1 ${tilt})`} className={classes.power}>
      <ellipse cy="62" rx="48" ry="8" className={classes.shadow} />
      <circle cy="8" r="56" className={classes.edge} />
      <circle r="56" className={classes.body} />
      <circle r="56" fill={`url(#${light})`} />
      <circle r="42" className={classes.rim} />
      <path d="M0 -24L7 -8L24 -7L11 4L15 21L0 12L-15 21L-11 4L-24 -7L-7 -8Z" className={classes.edge} />
    </g>
  ));
}

const lit = new Set([3, 9, 12, 20, 22, 27]);
const cells = Array.from({ length: 28 }, (_, at) => at);

function Keno() {
  return cells.map((at) => (
    <rect
      key={at}
      x={67 + (at % 7) * 39}
      y={73 + Math.floor(at / 7) * 39}
      width="32"
      height="32"
      rx="8"
      className={lit.has(at) ? classes.hit : classes.cell}
    />
  ));
}

const pictures: Record<Kind, ComponentType<{ light: string }>> = {
  balls: Balls,
  ladder: Ladder,
  coin: Coins,
  keno: Keno,
};

/** The picture of a draw on its tile. */
export function TileArt({ game }: { game: string }) {
  const light = useId();
  const kind = kindOf(game);
  if (!kind) return null;
  const Picture = pictures[kind];
  return (
    <svg viewBox="0 0 400 300" className={classes.art} data-game={game} aria-hidden="true">
      <defs>
        <radialGradient id={light} cx="0.34" cy="0.26" r="0.8">
          <stop offset="0" className={classes.lightIn} />
          <stop offset="0.6" className={classes.lightOut} />
        </radialGradient>
      </defs>
      <rect width="400" height="300" className={classes.ground} />
      <circle cx="200" cy="150" r="128" className={classes.glow} />
      <Picture light={light} />
    </svg>
  );
}
