import { useQuery } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useWaitingTitle } from "#features/staff-site/tab-title.ts";
import { AppFrame } from "#shared/app/app-frame.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { CodeAsked } from "#shared/staff/code-asked.tsx";
import { sessionQuery } from "#shared/staff/session.ts";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./app.module.css";

/** Staff who are logged in never see it, and its fields are most of what a form loads. */
const LoginPage = lazyPart(async () => (await import("#features/staff-login/login-page.tsx")).LoginPage);

/** The place of the page while it is not known who is here. */
function Waiting() {
  const { t } = useTranslation();
  return (
    <>
      <header className={classes.bar}>
        <Logo mark />
      </header>
      <main className={classes.wait}>
        <span className="visually-hidden">{t("loading")}</span>
        <Skeleton height="2.75rem" />
        <Skeleton height="24rem" radius="var(--radius-m)" />
      </main>
    </>
  );
}

/** Staff see the back office, everybody else its door. */
export function App({ router }: { router: AnyRouter }) {
  const session = useQuery(sessionQuery);
  useWaitingTitle();
  return (
    <AppFrame>
      {session.isPending && <Waiting />}
      {session.isError && (
        <main className={classes.boot}>
          <ErrorState error={session.error} onRetry={() => void session.refetch()} />
        </main>
      )}
      {session.data === null && (
        <Suspense fallback={<Waiting />}>
          <LoginPage />
        </Suspense>
      )}
      {session.data && <RouterProvider router={router} />}
      {session.data && <CodeAsked />}
    </AppFrame>
  );
}
