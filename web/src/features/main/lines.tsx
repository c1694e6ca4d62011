import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./main.module.css";

/** A line of a public board: real, masked and rounded by the server (D-57). */
export interface Line {
  memIdMasked: string;
  amount: number;
  at: string;
  /** Where it was won. */
  game?: string;
}

interface LinesProps {
  lines: readonly Line[];
  empty: string;
  /** Numbers before the lines: the first is the greatest. */
  ranked?: boolean;
  tone?: "win";
}

/** The lines of a public board. */
export function Lines({ lines, empty, ranked = false, tone }: LinesProps) {
  const format = useFormat();
  const now = Date.now();
  if (lines.length === 0) return <EmptyState compact art="coins" title={empty} />;
  return (
    <ol className={classes.lines}>
      {lines.map((line, place) => (
        <li key={`${line.memIdMasked}-${line.at}-${line.amount}`} className={classes.line}>
          <span className={classes.who}>
            {ranked && <span className={classes.place}>{place + 1}</span>}
            {line.memIdMasked}
          </span>
          <Money amount={line.amount} tone={tone} />
          <span className={classes.small}>{line.game}</span>
          <time className={classes.when} dateTime={line.at}>
            {format.ago(line.at, now)}
          </time>
        </li>
      ))}
    </ol>
  );
}
