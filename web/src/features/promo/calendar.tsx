import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { languages } from "#shared/i18n/languages.ts";
import { weekdays, weekStart, weeksOf } from "./month.ts";
import classes from "./promo.module.css";
import type { Attendance } from "./promo.ts";

interface CalendarProps {
  /** yyyy-MM. */
  month: string;
  /** yyyy-MM-dd on the site's clock. */
  today: string;
  visits: Attendance["list"];
  label: string;
}

/** A month, with a mark on each day on which the member was here. */
export function Calendar({ month, today, visits, label }: CalendarProps) {
  const { t } = useTranslation("promo");
  const format = useFormat();
  const here = new Map(visits.map((visit) => [visit.day.slice(0, 10), visit]));
  const first = weekStart(format.language);
  const names = weekdays(languages[format.language].tag, first);
  return (
    <table className={classes.calendar}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {names.map(({ short, long }, index) => (
            <th key={long} scope="col" abbr={long} data-sunday={(index + first) % 7 === 0}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, first).map((week) => (
          <tr key={week.find((day) => day !== null) ?? "none"}>
            {week.map((day, index) => {
              const date = day === null ? "" : `${month}-${String(day).padStart(2, "0")}`;
              const visit = here.get(date);
              return (
                <td
                  key={names[index]?.long}
                  data-day={day !== null}
                  data-here={visit !== undefined}
                  data-sunday={(index + first) % 7 === 0}
                  aria-current={date === today ? "date" : undefined}
                >
                  {day}
                  {visit && (
                    <span className={classes.mark}>
                      <Stamp streak={visit.streak} />
                      <span className="visually-hidden">
                        {t("attendance.was", { amount: `${format.number(visit.pointAmt)} P` })}
                      </span>
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A stamp as an ink pad leaves it, a little askew on each day, with the number of days in a row. */
function Stamp({ streak }: { streak: number }) {
  return (
    <svg viewBox="-20 -20 40 40" className={classes.stamp} aria-hidden="true">
      <g transform={`rotate(${((streak * 37) % 25) - 12})`}>
        <circle r="17" className={classes.ring} />
        <circle r="13.5" className={classes.inner} />
        <path d="M-4 -11L0 -15L4 -11L0 -7Z" className={classes.gem} />
        <text y="4" className={classes.streak}>
          {streak}
        </text>
      </g>
    </svg>
  );
}
