import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/error.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";

/** Stands in the place of a page that cannot be shown: the header and the menus stay. Nothing is lost by loading it again. */
export function RouteError({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
  return (
    <EmptyState
      art="broken"
      title={<h1>{t("error.page.title")}</h1>}
      action={<Button onClick={() => window.location.reload()}>{t("error.page.reload")}</Button>}
    >
      {t("error.page.text")}
    </EmptyState>
  );
}

/** The same where not even the shell can be shown. */
export function CrashPage(props: ErrorComponentProps) {
  return (
    <main>
      <RouteError {...props} />
    </main>
  );
}
