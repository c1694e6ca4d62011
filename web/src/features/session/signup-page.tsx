import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { paths } from "#shared/paths.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { SignupForm } from "./signup-form.tsx";

/** What the form needs before it can be shown: the site's bounds and its banks. */
const formQuery = queryOptions({
  queryKey: ["session", "signup-form"],
  queryFn: async ({ signal }) => {
    const [bounds, banks] = await Promise.all([
      api.call("/api/etc/siteOption", {}, { signal, retries: 2 }),
      api.call("/api/etc/bank", {}, { signal, retries: 2 }),
    ]);
    return { bounds, banks: banks.list.map((bank) => bank.name) };
  },
});

/** Sign-up. Nothing typed here is stored; a new member waits for approval and is told so. */
export function SignupPage() {
  const { t } = useTranslation("session");
  const form = useQuery(formQuery);
  const [done, setDone] = useState<string | null>(null);

  if (done !== null) {
    return (
      <Panel>
        <EmptyState
          art="queue"
          title={t("signup.done.title", { memId: done })}
          action={<Link to={paths.home}>{t("signup.done.home")}</Link>}
        >
          {t("signup.done.text")}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Page title={t("signup.title")} lead={t("signup.lead")} narrow>
      <Panel>
        <QueryView query={form} skeleton={<Skeleton height="40rem" />}>
          {({ bounds, banks }) => <SignupForm bounds={bounds} banks={banks} onDone={setDone} />}
        </QueryView>
      </Panel>
    </Page>
  );
}
