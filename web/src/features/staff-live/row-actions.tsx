import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import type { Placed } from "./arrange.ts";
import type { Action, Progress } from "./decisions.ts";
import classes from "./live.module.css";
import type { QueueRow } from "./queues.ts";

interface RowActionsProps {
  placed: Placed<QueueRow>;
  progress: Progress | undefined;
  onAsk(action: Action, row: QueueRow): void;
}

/** Yes and no at the row's end, for the hand that is on the mouse. */
export function RowActions({ placed: { row, gone }, progress, onAsk }: RowActionsProps) {
  const { t } = useTranslation("admin");
  const off = gone || progress?.state === "busy" || progress?.state === "done";
  const press = (action: Action) => (event: MouseEvent) => {
    event.stopPropagation();
    onAsk(action, row);
  };
  return (
    <span className={classes.actions}>
      <button
        type="button"
        className={classes.approve}
        disabled={off || progress?.state === "asked"}
        title={t("action.approve")}
        aria-label={t("action.approveOf", { memId: row.memId })}
        onClick={press("approve")}
      >
        <Icon name="check" size={16} />
      </button>
      <button
        type="button"
        className={classes.refuse}
        disabled={off}
        title={t("action.refuse")}
        aria-label={t("action.refuseOf", { memId: row.memId })}
        onClick={press("refuse")}
      >
        <Icon name="close" size={16} />
      </button>
    </span>
  );
}
