import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Page } from "#shared/ui/page.tsx";

/** The partner area is not open yet: what it will show, and where to go meanwhile. */
export function PartnerLater() {
  const { t } = useTranslation(["report", "common"]);
  return (
    <Page title={t("partner.title")}>
      <EmptyState
        art="questions"
        title={t("partner.soon")}
        action={<NavLink to={paths.distributor}>{t("common:nav.distributor")}</NavLink>}
      >
        {t("partner.later")}
      </EmptyState>
    </Page>
  );
}
