import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { GuideLinks } from "#features/document/guide-links.tsx";
import { InquiriesPage } from "#features/inquiry/inquiries-page.tsx";
import { InquiryForm } from "#features/inquiry/inquiry-form.tsx";
import { InquiryPage } from "#features/inquiry/inquiry-page.tsx";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Page, Panel } from "#shared/ui/page.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./inquiry-pages.module.css";

const inquiriesRoute = getRouteApi(`/shell/member${paths.inquiries}`);
const inquiryRoute = getRouteApi(`/shell/member${paths.inquiry}`);

export function InquiriesRoute() {
  const { page = 1 } = inquiriesRoute.useSearch();
  const navigate = inquiriesRoute.useNavigate();
  return (
    <InquiriesPage
      page={page}
      onPage={(next) => void navigate({ search: { page: next } })}
      onWrite={() => void navigate({ to: paths.inquiryNew })}
      link={(inquiry) => (
        <Link to={paths.inquiry} params={{ boardIdx: String(inquiry.idx) }}>
          {inquiry.title}
        </Link>
      )}
    />
  );
}

export function InquiryRoute() {
  const { t } = useTranslation("inquiry");
  const { boardIdx } = inquiryRoute.useParams();
  return <InquiryPage boardIdx={Number(boardIdx)} back={<Link to={paths.inquiries}>{t("back")}</Link>} />;
}

export function InquiryNewRoute() {
  const { t } = useTranslation(["inquiry", "common"]);
  const navigate = inquiriesRoute.useNavigate();
  const site = useSite();
  return (
    <Page title={t("write")} lead={t("lead")}>
      <div className={classes.columns}>
        <Panel>
          {site ? (
            <InquiryForm
              pinLength={site.pinLength}
              onDone={(boardIdx) =>
                void navigate({ to: paths.inquiry, params: { boardIdx: String(boardIdx) }, replace: true })
              }
            />
          ) : (
            <Skeleton height="var(--form-wait)" radius="var(--radius-m)" />
          )}
        </Panel>
        <Panel
          title={
            <Link to={paths.faq} className={classes.head}>
              {t("common:nav.faq")}
            </Link>
          }
        >
          <GuideLinks />
        </Panel>
      </div>
      <Link to={paths.inquiries}>{t("back")}</Link>
    </Page>
  );
}
