import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Money } from "#shared/ui/money.tsx";
import classes from "./main.module.css";

/** Real wins, masked. */
export function Winners({ winners }: { winners: Res<"/api/main">["winners"] }) {
  const { t } = useTranslation("main");
  const format = useFormat();
  const now = Date.now();
  if (winners.length === 0) return <EmptyState compact art="winners" title={t("winners.empty")} />;
  return (
    <ul className={classes.lines}>
      {winners.map((winner) => (
        <li key={`${winner.memIdMasked}-${winner.at}-${winner.amount}`} className={classes.line}>
          <span className={classes.who}>{winner.memIdMasked}</span>
          <Money amount={winner.amount} tone="win" />
          <span className={classes.small}>{winner.game}</span>
          <time className={classes.when} dateTime={winner.at}>
            {format.ago(winner.at, now)}
          </time>
        </li>
      ))}
    </ul>
  );
}
