import { memo } from "react";
import { CELL, CUP, cellOf, DRAWN, HIGHEST, LYING, TUBE } from "./keno.ts";
import classes from "./keno-board.module.css";

const numbers = Array.from({ length: HIGHEST }, (_, at) => at + 1);

interface CellsProps {
  balls: readonly number[];
  landed: number;
  picks: readonly number[];
}

/** The cells with the balls that lie in them. They change with each ball that lands, not with each frame. */
export const KenoCells = memo(function KenoCells({ balls, landed, picks }: CellsProps) {
  const lying = new Set(balls.slice(0, landed));
  return numbers.map((number) => {
    const { x, y } = cellOf(number);
    const picked = picks.includes(number);
    const drawn = lying.has(number);
    return (
      <g
        key={number}
        transform={`translate(${x} ${y})`}
        className={classes.cell}
        data-number={number}
        data-picked={picked}
        data-drawn={drawn}
      >
        <rect
          x={-CELL.width / 2}
          y={-CELL.height / 2}
          width={CELL.width}
          height={CELL.height}
          rx="9"
          className={classes.ground}
        />
        {drawn ? (
          <KenoBall x={0} y={0} size={LYING} number={number} hit={picked} />
        ) : (
          <text y="6" textAnchor="middle" className={classes.number}>
            {number}
          </text>
        )}
      </g>
    );
  });
});

interface BallProps {
  x: number;
  y: number;
  size: number;
  number: number;
  /** It is one of the member's numbers. */
  hit: boolean;
  shown?: number;
  /** In the air: it throws a shadow. */
  lifted?: boolean;
}

export function KenoBall({ x, y, size, number, hit, shown = 1, lifted = false }: BallProps) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 20).toFixed(3)})`}>
      {lifted && <circle r="22" cx="3" cy="9" className={classes.cast} />}
      <circle r="20" className={hit ? classes.hit : classes.ball} />
      <g opacity={shown}>
        <circle r="12.5" className={classes.disc} />
        <text y="5.2" textAnchor="middle" className={classes.print}>
          {number}
        </text>
      </g>
      <ellipse cx="-7" cy="-11.500" rx="6" ry="3.2" transform="rotate(-34 -7 -11.500)" className={classes.shine} />
    </g>
  );
}

/** The glass tube; the balls in it have no number yet. */
export const KenoTube = memo(function KenoTube({ out, shift }: { out: number; shift: number }) {
  const wide = TUBE.ball * 2 + 8;
  const first = TUBE.right - TUBE.ball - 6;
  const places = Math.floor((first - TUBE.left - TUBE.ball) / TUBE.apart) + 1;
  // While one leaves, those behind it move up by a place; the next comes in behind the wall.
  const waiting = Math.min(DRAWN - out, places);
  return (
    <g>
      <rect
        x={TUBE.left}
        y={TUBE.y - wide / 2}
        width={TUBE.right - TUBE.left + 8}
        height={wide}
        rx={wide / 2}
        className={classes.tube}
      />
      {Array.from({ length: waiting }, (_, at) => (
        <circle
          key={at}
          r={TUBE.ball}
          cx={first - (at + (out === 0 ? 0 : 1 - shift)) * TUBE.apart}
          cy={TUBE.y}
          className={classes.ball}
          opacity={at === places - 1 && out > 0 ? shift : 1}
        />
      ))}
      <rect
        x={TUBE.left}
        y={TUBE.y - wide / 2}
        width={TUBE.right - TUBE.left + 8}
        height={wide}
        rx={wide / 2}
        className={classes.glass}
      />
      <rect
        x={TUBE.left + 16}
        y={TUBE.y - wide / 2 + 5}
        width={TUBE.right - TUBE.left - 30}
        height="4"
        rx="2"
        className={classes.streak}
      />
      <rect
        x={TUBE.right - 2}
        y={TUBE.y - wide / 2 - 4}
        width="11"
        height={wide + 8}
        rx="4"
        className={classes.collar}
      />
      <circle cx={CUP.x} cy={CUP.y} r={CUP.ball + 5} className={classes.cup} />
    </g>
  );
});

/** The materials of the board. */
export function KenoLights() {
  return (
    <defs>
      {(["ball", "hit"] as const).map((name) => (
        <radialGradient key={name} id={`keno-${name}`} cx="0.36" cy="0.3" r="0.78">
          <stop offset="0" className={classes[`${name}Light`]} />
          <stop offset="0.42" className={classes[`${name}Mid`]} />
          <stop offset="1" className={classes[`${name}Dark`]} />
        </radialGradient>
      ))}
      <radialGradient id="keno-cast">
        <stop offset="0.2" className={classes.castIn} />
        <stop offset="1" className={classes.castOut} />
      </radialGradient>
      <linearGradient id="keno-ground" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" className={classes.groundTop} />
        <stop offset="1" className={classes.groundFoot} />
      </linearGradient>
      <linearGradient id="keno-collar" x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" className={classes.collarMid} />
        <stop offset="0.25" className={classes.collarLight} />
        <stop offset="0.6" className={classes.collarMid} />
        <stop offset="1" className={classes.collarDark} />
      </linearGradient>
    </defs>
  );
}
