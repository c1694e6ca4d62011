import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../ui/error-state.tsx";
import { Logo } from "../ui/logo.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AppFrame } from "./app-frame.tsx";
import classes from "./office-frame.module.css";

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

interface OfficeFrameProps {
  /** Null: no one is logged in. */
  session: UseQueryResult<object | null>;
  login: ReactNode;
  children: ReactNode;
}

/** A back office for those who are logged in, and its login page for everyone else. */
export function OfficeFrame({ session, login, children }: OfficeFrameProps) {
  return (
    <AppFrame>
      {session.isPending && <Waiting />}
      {session.isError && (
        <main className={classes.boot}>
          <ErrorState error={session.error} onRetry={() => void session.refetch()} />
        </main>
      )}
      {session.data === null && <Suspense fallback={<Waiting />}>{login}</Suspense>}
      {session.data && children}
    </AppFrame>
  );
}
