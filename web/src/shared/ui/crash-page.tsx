import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";

/** A page that failed to draw. Nothing is lost by loading it again. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <main>
      <h1 className="visually-hidden">{t("error.page.title")}</h1>
      <EmptyState
        art="broken"
        title={t("error.page.title")}
        action={<Button onClick={() => window.location.reload()}>{t("error.page.reload")}</Button>}
      >
        {t("error.page.text")}
      </EmptyState>
    </main>
  );
}
