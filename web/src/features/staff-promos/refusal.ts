import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";

/** Why a promotion was not set or given, for staff: the texts of these codes speak to members. */
export function useRefusal(): (error: unknown) => string {
  const { t } = useTranslation("admin");
  const faultText = useFaultText();
  return (error) => {
    if (isCode(error, "C019")) return t("promos.stale");
    if (isCode(error, "E001")) return t("promos.bounds");
    if (isCode(error, "U001")) return t("member.missing");
    if (isCode(error, "U033")) return t("promos.inBreak");
    return faultText(error);
  };
}
