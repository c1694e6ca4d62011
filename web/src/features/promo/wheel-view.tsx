import { useFormat } from "#shared/i18n/format.tsx";
import classes from "./wheel.module.css";
import { labelHeight, labelTurn, pathOf, type Slice } from "./wheel.ts";

const RADIUS = 150;
const LAMPS = Array.from({ length: 24 }, (_, lamp) => lamp * 15);
/** Where the words of a slice end, from the middle. */
const LABEL_END = RADIUS - 12;
/** Sparks of a win by its rank among the prizes, the greatest first: a win is shown in proportion. */
const SPARKS = [28, 16, 8];

interface WheelViewProps {
  slices: Slice[];
  /** Degrees, clockwise; a change is a turn. */
  turned: number;
  turning: boolean;
  /** The rank of the prize that was just won, 0 the greatest; undefined: none. */
  won?: number | undefined;
  /** The words of a slice that wins nothing. */
  none: string;
}

/** The wheel, each slice as wide as its odds. The table beside it says the same in words, so readers need not see it. */
export function WheelView({ slices, turned, turning, won, none }: WheelViewProps) {
  const format = useFormat();
  return (
    <svg viewBox="-180 -190 360 370" className={classes.wheel} data-turning={turning} aria-hidden="true">
      <defs>
        <radialGradient id="wheel-light" cx="35%" cy="25%" r="80%">
          <stop offset="0" className={classes.lightIn} />
          <stop offset="1" className={classes.lightOut} />
        </radialGradient>
      </defs>
      <circle r={RADIUS + 18} className={classes.rim} />
      {LAMPS.map((angle) => (
        <circle key={angle} r="4" cy={-RADIUS - 9} transform={`rotate(${angle})`} className={classes.lamp} />
      ))}
      <g className={classes.disc} style={{ transform: `rotate(${turned}deg)` }}>
        {slices.map((slice) => (
          <path key={slice.from} d={pathOf(slice, RADIUS)} className={classes.slice} data-tone={slice.tone} />
        ))}
      </g>
      <circle r={RADIUS} className={classes.light} />
      <g className={classes.disc} style={{ transform: `rotate(${turned}deg)` }}>
        {slices.map((slice) => {
          const words = slice.pointAmt > 0 ? `${format.number(slice.pointAmt)} P` : none;
          const height = labelHeight(slice, words, LABEL_END);
          return (
            height !== null && (
              <text
                key={slice.from}
                x={LABEL_END}
                transform={`rotate(${labelTurn(slice)})`}
                className={classes.label}
                fontSize={height}
                strokeWidth={height / 5}
              >
                {words}
              </text>
            )
          );
        })}
      </g>
      <circle r="34" className={classes.hub} />
      <path d="M0 -18L14 0L0 18L-14 0Z" className={classes.gem} />
      <path d="M-16 -186h32l-16 36z" className={classes.pointer} />
      {won !== undefined && <Sparks count={SPARKS[won] ?? 5} />}
    </svg>
  );
}

/** Sparks that fly from the middle once. */
function Sparks({ count }: { count: number }) {
  return Array.from({ length: count }, (_, spark) => (
    <g key={spark} transform={`rotate(${(spark * 360) / count})`}>
      <path d="M0 -44l5 8l-5 8l-5 -8z" className={classes.spark} data-far={spark % 2 === 0} />
    </g>
  ));
}
