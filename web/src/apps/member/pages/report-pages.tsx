import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { DistributorPage } from "#features/report/distributor-page.tsx";
import { StatementPage } from "#features/report/statement-page.tsx";
import { WinLosePage } from "#features/report/winlose-page.tsx";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { PartnerLink } from "../shell/partner-link.tsx";
import classes from "./report-pages.module.css";

const statementRoute = getRouteApi(`/shell/member${paths.statement}`);
const winLoseRoute = getRouteApi(`/shell/member${paths.winlose}`);

export function WinLoseRoute() {
  const { t } = useTranslation(["report", "common"]);
  const navigate = winLoseRoute.useNavigate();
  return (
    <WinLosePage
      search={winLoseRoute.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      play={<Link to={paths.slots}>{t("winlose.play")}</Link>}
      care={
        <p className={classes.links}>
          <Link to={paths.bets}>{t("common:nav.bets")}</Link>
          <Link to={paths.statement}>{t("statement.title")}</Link>
          <Link to={paths.protection}>{t("common:nav.protection")}</Link>
        </p>
      }
    />
  );
}

export function StatementRoute() {
  const { t } = useTranslation("report");
  const navigate = statementRoute.useNavigate();
  return (
    <StatementPage
      search={statementRoute.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      begin={<Link to={paths.deposit}>{t("statement.begin")}</Link>}
    />
  );
}

export function DistributorRoute() {
  const { t } = useTranslation("report");
  const member = useMember();
  return (
    <DistributorPage
      memId={member?.memId ?? ""}
      affiliate={member?.recommendYn === "Y"}
      area={<PartnerLink className={classes.area} />}
      ask={<Link to={paths.inquiryNew}>{t("partner.ask")}</Link>}
    />
  );
}

/** Leaves the member site for the partner area, which is a bundle of its own. The link is for a browser that stays. */
export function PartnerPage() {
  const { t } = useTranslation(["report", "common"]);
  const { pathname } = window.location;
  const to = pathname.startsWith(`${paths.partner}/`) ? pathname : paths.partner;
  useEffect(() => window.location.replace(to), [to]);
  return (
    <Page title={t("partner.title")}>
      <Skeleton height="12rem" />
      <a href={to}>
        <Icon name="people" /> {t("common:nav.partner")}
      </a>
    </Page>
  );
}
