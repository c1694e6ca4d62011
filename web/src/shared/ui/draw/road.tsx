import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/format.tsx";
import classes from "./road.module.css";
import { beadRoad, bigRoad, type RoadCell, type Side } from "./roads.ts";

interface SideName {
  name: string;
  /** The one letter that stands in a bead. */
  letter: string;
}

/** The names of the sides. A market of two sides has no tie. */
export interface SideNames {
  a: SideName;
  b: SideName;
  tie?: SideName;
}

interface RoadProps {
  kind: "bead" | "big";
  /** The name of the road's subject. */
  title: string;
  /** From the oldest to the newest. */
  sides: readonly Side[];
  names: SideNames;
  /** How many columns are shown: the newest. */
  columns?: number;
}

const CELL = 24;
const ROWS = 6;
const SPOKEN = 10;
const ALL: readonly Side[] = ["a", "b", "tie"];

/**
 * Earlier results as players of these games keep them. The counts stand below, and readers hear the last ten. It is a record: a draw
 * has no memory, and nothing here suggests what comes next.
 */
export function Road({ kind, title, sides, names, columns = 20 }: RoadProps) {
  const { t } = useTranslation("play");
  const format = useFormat();
  const cells = kind === "bead" ? beadRoad(sides) : bigRoad(sides);
  const first = Math.max(0, cells.reduce((most, { column }) => Math.max(most, column), 0) + 1 - columns);
  return (
    <figure className={classes.road}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${columns * CELL} ${ROWS * CELL}`} aria-hidden="true">
        <path className={classes.lines} d={gridLines(columns)} />
        {cells
          .filter(({ column }) => column >= first)
          .map((cell) => (
            <g
              key={`${cell.column}:${cell.row}`}
              className={classes[cell.side]}
              transform={`translate(${(cell.column - first + 0.5) * CELL} ${(cell.row + 0.5) * CELL})`}
            >
              {kind === "bead" ? <Bead letter={names[cell.side]?.letter ?? ""} /> : <Ring cell={cell} />}
            </g>
          ))}
      </svg>
      <dl className={classes.counts}>
        {ALL.filter((side) => names[side]).map((side) => (
          <div key={side} className={classes[side]}>
            <dt>{names[side]?.name}</dt>
            <dd>{format.number(sides.filter((one) => one === side).length)}</dd>
          </div>
        ))}
      </dl>
      <p className="visually-hidden">
        {t("road.last", {
          results: sides
            .slice(-SPOKEN)
            .map((side) => names[side]?.name)
            .join(", "),
        })}
      </p>
    </figure>
  );
}

function Bead({ letter }: { letter: string }) {
  return (
    <>
      <circle r={CELL / 2 - 2} className={classes.bead} />
      <text y="4" textAnchor="middle" className={classes.letter}>
        {letter}
      </text>
    </>
  );
}

/** One side is a ring and the other a disc: the colour is not needed. */
function Ring({ cell: { side, ties } }: { cell: RoadCell }) {
  return (
    <>
      <circle r={CELL / 2 - 4} className={side === "a" ? classes.hollow : classes.full} />
      {ties > 0 && (
        <path className={classes.tie} d={`M${5 - CELL / 2} ${CELL / 2 - 5}L${CELL / 2 - 5} ${5 - CELL / 2}`} />
      )}
    </>
  );
}

function gridLines(columns: number): string {
  const across = Array.from({ length: ROWS + 1 }, (_, row) => `M0 ${row * CELL}H${columns * CELL}`);
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${column * CELL} 0V${ROWS * CELL}`);
  return [...across, ...down].join("");
}
