import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "#shared/ui/choice.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { type Line, Lines } from "./lines.tsx";
import { LinesSkeleton } from "./lines-skeleton.tsx";
import classes from "./main.module.css";
import { cashBoardQuery } from "./main.ts";

const parts = ["out", "in", "winners"] as const;
type Part = (typeof parts)[number];

/** Deposits, withdrawals and wins of the site as they happen, in one card; one line for each player. */
export function LiveBoard({ winners }: { winners: readonly Line[] | undefined }) {
  const { t } = useTranslation("main");
  const [part, setPart] = useState<Part>("out");
  const board = useQuery(cashBoardQuery);
  return (
    <Panel title={t("live.title")} aside={<StatusPill tone="info">{t("board.note")}</StatusPill>}>
      <Choice<Part>
        label={t("live.title")}
        value={part}
        options={parts.map((value) => ({ value, label: t(`live.${value}`) }))}
        onChange={setPart}
        swipe="section"
      />
      <div className={classes.board}>
        {part === "winners" ? (
          winners ? (
            <Lines lines={winners} empty={t("winners.empty")} tone="win" />
          ) : (
            <LinesSkeleton />
          )
        ) : (
          <QueryView compact query={board} skeleton={<LinesSkeleton />}>
            {(lines) => <Lines lines={lines[part]} empty={t(`board.${part}.empty`)} />}
          </QueryView>
        )}
      </div>
    </Panel>
  );
}
