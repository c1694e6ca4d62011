import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";

/** A part of a member's page that has nothing, in the chosen days where it has days. */
export function Nothing({ dated = true }: { dated?: boolean }) {
  const { t } = useTranslation("person");
  return (
    <EmptyState art="history" title={t("none")}>
      {dated && t("noneText")}
    </EmptyState>
  );
}
