import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import classes from "./cash.module.css";

/** Asked, being handled, done: where an open request stands. */
export function ProgressSteps({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const at = row.status === 0 ? 0 : 1;
  const steps = [t("step.requested"), t("step.handled"), row.cashType === "in" ? t("step.credited") : t("step.paid")];
  return (
    <ol className={classes.steps}>
      {steps.map((step, n) => (
        <li
          key={step}
          data-state={n < at ? "past" : n === at ? "now" : "next"}
          aria-current={n === at ? "step" : undefined}
        >
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
