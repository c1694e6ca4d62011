import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { CashCard } from "./cash-card.tsx";
import { type Action, useProgress } from "./decisions.ts";
import classes from "./live.module.css";
import { type QueueRow, useLatest } from "./queues.ts";
import { RowState } from "./row-state.tsx";

/** The selected request, and the buttons to decide it. */
export function RequestCard({ chosen, onAsk }: { chosen: QueueRow; onAsk(action: Action, row: QueueRow): void }) {
  const { t } = useTranslation("admin");
  const { row, gone } = useLatest(chosen);
  const progress = useProgress()[row.key];
  const once = (action: Action) => (event: MouseEvent) => event.detail < 2 && onAsk(action, row);
  const off = gone || progress?.state === "busy" || progress?.state === "done";
  return (
    <div className={classes.request}>
      <p className={classes.requestHead}>
        <span className={classes.kind}>{row.kind === "signup" && t("kind.signup")}</span>
        <RowState placed={{ row, gone, fresh: false }} progress={progress} />
      </p>
      {row.kind === "signup" ? (
        <div className={classes.decide}>
          <Button disabled={off} onClick={once("approve")}>
            {t("action.approve")} <kbd className={classes.key}>a</kbd>
          </Button>
          <Button variant="quiet" disabled={off} onClick={once("refuse")}>
            {t("action.refuse")} <kbd className={classes.key}>r</kbd>
          </Button>
        </div>
      ) : (
        <div className={classes.cash}>
          <CashCard cash={row.cash} off={off} onAsk={(action) => onAsk(action, row)} />
        </div>
      )}
    </div>
  );
}
