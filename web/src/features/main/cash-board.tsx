import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Res } from "#shared/api/client.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { LinesSkeleton } from "./lines-skeleton.tsx";
import classes from "./main.module.css";
import { cashBoardQuery } from "./main.ts";

type Line = Res<"/api/main/cashList">["in"][number];

function Lines({ lines, empty }: { lines: Line[]; empty: string }) {
  const format = useFormat();
  const now = Date.now();
  if (lines.length === 0) return <EmptyState compact art="coins" title={empty} />;
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={`${line.memIdMasked}-${line.at}-${line.amount}`} className={classes.line}>
          <span className={classes.who}>{line.memIdMasked}</span>
          <Money amount={line.amount} />
          <span />
          <time className={classes.when} dateTime={line.at}>
            {format.ago(line.at, now)}
          </time>
        </li>
      ))}
    </ul>
  );
}

/** Deposits and withdrawals of the real ledger, masked, delayed and rounded; empty when there are none. */
export function CashBoard() {
  const { t } = useTranslation("main");
  const board = useQuery(cashBoardQuery);
  const part = (side: "in" | "out") => (
    <Panel title={t(`board.${side}`)} aside={<StatusPill tone="info">{t("board.note")}</StatusPill>}>
      <QueryView compact query={board} skeleton={<LinesSkeleton />}>
        {(lines) => <Lines lines={lines[side]} empty={t(`board.${side}.empty`)} />}
      </QueryView>
    </Panel>
  );
  return (
    <>
      {part("in")}
      {part("out")}
    </>
  );
}
