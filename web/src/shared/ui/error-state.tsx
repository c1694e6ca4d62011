import { useTranslation } from "react-i18next";
import { ApiError } from "../api/error.ts";
import { useFaultText } from "../i18n/fault.ts";
import { Button } from "./button.tsx";
import { EmptyArt } from "./empty-art.tsx";
import classes from "./states.module.css";

interface ErrorStateProps {
  error: unknown;
  onRetry?(): void;
  compact?: boolean;
}

/** Something could not be shown: what happened, in the member's words, and a way on. */
export function ErrorState({ error, onRetry, compact }: ErrorStateProps) {
  const { t } = useTranslation();
  const faultText = useFaultText();
  const trace = error instanceof ApiError ? error.traceId : "";
  return (
    <div role="alert" className={`${classes.state} ${compact ? classes.compact : ""}`}>
      <EmptyArt name="broken" />
      <p className={classes.title}>{faultText(error)}</p>
      {trace !== "" && <p className={classes.trace}>{t("error.reference", { trace })}</p>}
      {onRetry && (
        <Button variant="quiet" onClick={onRetry}>
          {t("error.retry")}
        </Button>
      )}
    </div>
  );
}
