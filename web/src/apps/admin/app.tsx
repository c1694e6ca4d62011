import { useQuery } from "@tanstack/react-query";
import { type AnyRouter, RouterProvider } from "@tanstack/react-router";
import { useMemo } from "react";
import { siteQuery } from "#features/site/site.ts";
import { FormatProvider } from "#shared/i18n/format.tsx";
import { ErrorState } from "#shared/ui/error-state.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import classes from "./app.module.css";
import { LoginPage } from "./session/login-page.tsx";
import { sessionQuery } from "./session/session.ts";

/** Staff see the back office, everybody else its door. */
export function App({ router }: { router: AnyRouter }) {
  const session = useQuery(sessionQuery);
  const site = useQuery(siteQuery);
  const { currency = "KRW", timeZone = "Asia/Seoul" } = site.data ?? {};
  const format = useMemo(() => ({ currency, timeZone }), [currency, timeZone]);
  return (
    <FormatProvider value={format}>
      {session.isPending && (
        <main className={classes.boot}>
          <Skeleton width="12rem" height="2rem" />
        </main>
      )}
      {session.isError && (
        <main className={classes.boot}>
          <ErrorState error={session.error} onRetry={() => void session.refetch()} />
        </main>
      )}
      {session.data === null && <LoginPage />}
      {session.data && <RouterProvider router={router} />}
      <Toasts />
    </FormatProvider>
  );
}
