import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Page } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { CreateForm } from "./create-form.tsx";
import { ceilingsQuery } from "./lower.ts";

/** Makes a member or a partner below: the form of a signup and, of a partner, its level and rates with their ceilings. */
export function CreatePage() {
  const { t } = useTranslation("partner-lower");
  const query = useQuery(ceilingsQuery);
  return (
    <Page title={t("createTitle")} lead={query.data && t(query.data.approve ? "createLeadNow" : "createLead")} narrow>
      <QueryView query={query} skeleton={<Skeleton height="40rem" />}>
        {(ceilings) => <CreateForm ceilings={ceilings} />}
      </QueryView>
    </Page>
  );
}
