import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DistributorPage } from "#features/report/distributor-page.tsx";
import { StatementPage } from "#features/report/statement-page.tsx";
import { WinLosePage } from "#features/report/winlose-page.tsx";
import { useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import classes from "./report-pages.module.css";

const distributorRoute = getRouteApi(`/shell/member${paths.distributor}`);
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
  const navigate = distributorRoute.useNavigate();
  return (
    <DistributorPage
      memId={member?.memId ?? ""}
      search={distributorRoute.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      ask={<Link to={paths.inquiryNew}>{t("partner.ask")}</Link>}
    />
  );
}
