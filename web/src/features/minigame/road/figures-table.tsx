import { useTranslation } from "react-i18next";
import classes from "./road.module.css";

interface FiguresTableProps {
  caption: string;
  heads: readonly [string, string];
  /** The name of each row and what it has. */
  rows: readonly (readonly [name: string, value: string])[];
}

/** The figures of a drawing, as a table that opens below it. */
export function FiguresTable({ caption, heads, rows }: FiguresTableProps) {
  const { t } = useTranslation();
  return (
    <details className={classes.table}>
      <summary>{t("chart.table")}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
