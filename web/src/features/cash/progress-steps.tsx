import { useTranslation } from "react-i18next";
import type { CashRow } from "#shared/api/types.ts";
import { Steps } from "#shared/ui/steps.tsx";

/** Asked, being handled, done: where an open request stands. */
export function ProgressSteps({ row }: { row: CashRow }) {
  const { t } = useTranslation("cash");
  const steps = [t("step.requested"), t("step.handled"), row.cashType === "in" ? t("step.credited") : t("step.paid")];
  return <Steps steps={steps} at={row.status === 0 ? 0 : 1} waiting />;
}
