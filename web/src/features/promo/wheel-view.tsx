import classes from "./wheel.module.css";
import { pathOf, type Slice } from "./wheel.ts";

const RADIUS = 150;

interface WheelViewProps {
  slices: Slice[];
  /** Degrees, clockwise; a change is a turn. */
  turned: number;
}

/** The wheel, each slice as wide as its odds. The table beside it says the same in words, so readers need not see it. */
export function WheelView({ slices, turned }: WheelViewProps) {
  return (
    <svg viewBox="-170 -180 340 350" className={classes.wheel} aria-hidden="true">
      <circle r={RADIUS + 10} className={classes.rim} />
      <g className={classes.disc} style={{ transform: `rotate(${turned}deg)` }}>
        {slices.map((slice, index) => (
          <path key={slice.from} d={pathOf(slice, RADIUS)} className={classes.slice} data-tone={index % 6} />
        ))}
        <circle r="34" className={classes.hub} />
        <path d="M0 -18L14 0L0 18L-14 0Z" className={classes.gem} />
      </g>
      <path d="M-14 -176h28l-14 30z" className={classes.pointer} />
    </svg>
  );
}
