import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../lazy.ts";
import { Skeleton } from "../skeleton.tsx";
import classes from "./chart.module.css";

/** The library is loaded by pages that show a chart, after their figures. */
const Bars = lazyPart(async () => (await import("./bars.tsx")).default);

export interface Point {
  /** yyyy-MM-dd */
  day: string;
  value: number;
}

interface ChartProps {
  title: string;
  points: Point[];
  /** Writes a value with its unit. */
  write(value: number): string;
}

/** Values by day, as bars above and below zero. The same figures stand in a table, for readers who cannot see the bars or want to copy them. */
export function Chart({ title, points, write }: ChartProps) {
  const { t } = useTranslation();
  return (
    <figure className={classes.figure}>
      <figcaption>{title}</figcaption>
      <Suspense fallback={<Skeleton height="12rem" radius="var(--radius-m)" />}>
        <Bars points={points} write={write} />
      </Suspense>
      <details className={classes.table}>
        <summary>{t("chart.table")}</summary>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("chart.day")}</th>
              <th scope="col">{t("chart.value")}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day}>
                <td>{day}</td>
                <td>{write(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
