import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { paths } from "#shared/paths.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useTitle } from "#shared/ui/title.ts";
import classes from "./session.module.css";
import { SignupForm, type SignupFormProps } from "./signup-form.tsx";

/** The data that the form needs before it can be shown: the site's bounds, its banks, and the versions of its documents. */
const formQuery = queryOptions({
  queryKey: ["session", "signup-form"],
  queryFn: async ({ signal }) => {
    const [bounds, banks, documents] = await Promise.all([
      api.call("/api/etc/siteOption", {}, { signal, retries: 1 }),
      api.call("/api/etc/bank", {}, { signal, retries: 1 }),
      api.call("/api/etc/documents", {}, { signal, retries: 1 }),
    ]);
    return { bounds, banks: banks.list.map((bank) => bank.name), documents: documents.list };
  },
});

/** Signup. Nothing typed here is stored; a new member waits for approval and is told so. */
export function SignupPage(steps: Pick<SignupFormProps, "invited" | "second" | "onStep">) {
  const { t } = useTranslation("session");
  const form = useQuery(formQuery);
  const [done, setDone] = useState<string | null>(null);

  if (done !== null) return <Done memId={done} />;
  return (
    <Page title={t("signup.title")} lead={t("signup.lead")} narrow>
      <Panel>
        <QueryView query={form} skeleton={<Skeleton height="40rem" />}>
          {({ bounds, banks, documents }) => (
            <SignupForm {...steps} bounds={bounds} banks={banks} documents={documents} onDone={setDone} />
          )}
        </QueryView>
      </Panel>
    </Page>
  );
}

/** The signup has arrived. The form it replaces was long, so the window goes back to the top and the heading takes the focus. */
function Done({ memId }: { memId: string }) {
  const { t } = useTranslation("session");
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("signup.done.title", { memId });
  useTitle(title);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Panel>
      <EmptyState
        art="queue"
        title={
          <h1 ref={heading} tabIndex={-1} className={classes.doneTitle}>
            {title}
          </h1>
        }
        action={<Link to={paths.home}>{t("signup.done.home")}</Link>}
      >
        {t("signup.done.text")}
      </EmptyState>
    </Panel>
  );
}
