import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";

/** Returns the words for a refusal because an account was changed since it was shown; undefined for other refusals. */
export function useStale(): (error: unknown) => string | undefined {
  const { t } = useTranslation(["admin", "accounts"]);
  return (error) => (isCode(error, "C019") ? t("accounts:stale") : undefined);
}
