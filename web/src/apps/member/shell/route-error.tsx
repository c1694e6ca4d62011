import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";

/** A page that cannot be shown, in its place: the header and the menus stay. */
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
