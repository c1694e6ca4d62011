import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import type { Fault } from "#shared/ui/form/use-app-form.ts";
import type { RuleFault } from "./rules.ts";

/** Returns a function that gives a broken rule as forms show it: in words of its own, or by its code. */
export function useRuleFault(): (fault: RuleFault | null) => Fault {
  const { t } = useTranslation("session");
  return (fault) => fault && ("form" in fault ? t(`rule.${fault.form}`) : new ApiError(fault.code, fault));
}
