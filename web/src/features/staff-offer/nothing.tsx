import { useTranslation } from "react-i18next";
import { EmptyState } from "#shared/ui/empty-state.tsx";

/** Stands in place of a list while the catalogue is empty. */
export function Nothing() {
  const { t } = useTranslation("offer");
  return (
    <EmptyState art="queue" title={t("none")}>
      {t("noneText")}
    </EmptyState>
  );
}
