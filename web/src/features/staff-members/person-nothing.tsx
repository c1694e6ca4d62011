import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";

/** A part of a member's page that has nothing in the chosen days. */
export function Nothing() {
  const { t } = useTranslation("person");
  return (
    <EmptyState art="history" title={t("none")}>
      {t("noneText")}
    </EmptyState>
  );
}
