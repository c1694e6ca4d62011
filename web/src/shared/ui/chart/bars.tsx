import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "../theme.ts";
import classes from "./chart.module.css";
import type { Point } from "./chart.tsx";

interface BarsProps {
  points: Point[];
  write(value: number): string;
}

const DAY_S = 24 * 60 * 60;
const HEIGHT = 192;

/** The value of a token, such as a colour, as the page has it now. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Bars by day, in the colours of wins and losses. The value under the pointer is written above them. */
export default function Bars({ points, write }: BarsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const [at, setAt] = useState<number | null>(null);
  const latest = useRef(write);
  latest.current = write;
  const shown = at === null ? undefined : points[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const days = points.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1_000);
    const axis = {
      stroke: token("--text-dim"),
      grid: { stroke: token("--line"), width: 1 },
      ticks: { show: false },
      font: `12px ${token("--font")}`,
    };
    const bars = uPlot.paths.bars?.({ size: [0.7, 32], align: 0 });
    const series = (colour: string) => ({
      fill: token(colour),
      width: 0,
      points: { show: false },
      ...(bars && { paths: bars }),
    });
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        tzDate: (second) => uPlot.tzDate(new Date(second * 1_000), "UTC"),
        scales: {
          // A day on each side, or the first and the last bar would be cut off.
          x: { range: (_, low, high) => [low - DAY_S, high + DAY_S] },
          y: { range: (_, low, high) => [Math.min(low, 0), Math.max(high, 0) || 4] },
        },
        axes: [
          {
            ...axis,
            space: 48,
            incrs: [1, 2, 7, 14, 28].map((count) => count * DAY_S),
            values: (_, splits) => splits.map((second) => new Date(second * 1_000).toISOString().slice(5, 10)),
          },
          { ...axis, size: 84, values: (_, splits) => splits.map((value) => latest.current(value)) },
        ],
        series: [{}, series("--win"), series("--loss")],
        hooks: { setCursor: [(self) => setAt(self.cursor.idx ?? null)] },
      },
      [
        days,
        points.map(({ value }) => (value >= 0 ? value : null)),
        points.map(({ value }) => (value < 0 ? value : null)),
      ],
      box,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [points, theme]);

  return (
    <div aria-hidden="true">
      <p className={classes.value}>{shown && `${shown.day}: ${write(shown.value)}`}</p>
      <div ref={place} className={classes.plot} />
    </div>
  );
}
