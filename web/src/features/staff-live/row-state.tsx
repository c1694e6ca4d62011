import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Placed } from "./arrange.ts";
import { type Progress, useDismiss } from "./decisions.ts";
import classes from "./live.module.css";
import type { QueueRow } from "./queues.ts";

interface RowStateProps {
  placed: Placed<QueueRow>;
  progress: Progress | undefined;
}

/** Where a row stands: what the server says, what is under way, or what was refused, at the row itself. */
export function RowState({ placed: { row, gone }, progress }: RowStateProps) {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  const dismiss = useDismiss();
  if (progress?.state === "busy") return <StatusPill tone="busy">{t("row.busy")}</StatusPill>;
  if (progress?.state === "failed") {
    return (
      <span role="alert" className={classes.fault}>
        {isCode(progress.error, "C019") ? t("row.decided") : faultText(progress.error)}
        <button
          type="button"
          className={classes.dismiss}
          onClick={(event) => {
            event.stopPropagation();
            dismiss(row.key);
          }}
        >
          {t("row.dismiss")}
        </button>
      </span>
    );
  }
  if (progress?.state === "asked" && !gone) return <StatusPill tone="busy">{t("row.asked")}</StatusPill>;
  if (progress?.state === "done") {
    return (
      <StatusPill tone={progress.action === "approve" ? "good" : "calm"}>{t(`row.${progress.action}.done`)}</StatusPill>
    );
  }
  if (gone) return <StatusPill tone="calm">{t("row.gone")}</StatusPill>;
  if (row.kind !== "signup" && row.cash.status === 2) return <StatusPill tone="busy">{t("status.held")}</StatusPill>;
  return <StatusPill tone="info">{t("status.requested")}</StatusPill>;
}
