import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import line from "#shared/minigame/result-line.module.css";
import { countNumbers, endOf } from "./counts.ts";
import { FiguresTable } from "./figures-table.tsx";
import classes from "./road.module.css";

interface NumberCountsProps {
  /** The numbers of each round. */
  draws: readonly (readonly number[])[];
  lowest: number;
  highest: number;
}

/** How many numbers are named as those that came up most and least often. */
const NAMED = 5;

/**
 * How often each number was drawn: plain counts. They are a record, and the note says so: nothing here suggests what comes next.
 */
export function NumberCounts({ draws, lowest, highest }: NumberCountsProps) {
  const { t } = useTranslation("minigame");
  const format = useFormat();
  const counts = countNumbers(draws, lowest, highest);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <figure className={classes.counts}>
      <figcaption>
        {t("counts.title")}
        <span>{t("counts.last", { count: draws.length })}</span>
      </figcaption>
      <dl className={classes.ends}>
        {(["most", "least"] as const).map((end) => (
          <div key={end}>
            <dt>{t(`counts.${end}`)}</dt>
            <dd className={line.balls}>
              {endOf(counts, end, NAMED).map(({ number, count }) => (
                <span key={number} className={classes.counted}>
                  <span className={line.ball}>{number}</span> × {format.number(count)}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <svg
        viewBox={`0 0 ${counts.length * 10} 60`}
        preserveAspectRatio="none"
        className={classes.bars}
        aria-hidden="true"
      >
        {counts.map(({ number, count }, at) => (
          <rect key={number} x={at * 10 + 1} y={60 - (count / most) * 60} width="8" height={(count / most) * 60} />
        ))}
      </svg>
      <p className={classes.note}>{t("counts.memory")}</p>
      <FiguresTable
        caption={t("counts.title")}
        heads={[t("counts.number"), t("counts.times")]}
        rows={counts.map(({ number, count }) => [String(number), format.number(count)] as const)}
      />
    </figure>
  );
}
