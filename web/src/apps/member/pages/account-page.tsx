import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AccountPage } from "#features/session/account-page.tsx";
import { useMember } from "#features/session/session.ts";
import { useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useSessionEnd } from "../session-context.tsx";

const accountRoute = getRouteApi(`/shell/member${paths.account}`);

export function AccountRoute() {
  const { t } = useTranslation("session");
  const member = useMember();
  const site = useSite();
  const { page = 1 } = accountRoute.useSearch();
  const navigate = accountRoute.useNavigate();
  const balance = useBalance();
  const end = useSessionEnd();
  if (!member || !site || !balance) return <Skeleton height="24rem" radius="var(--radius-l)" />;
  return (
    <AccountPage
      member={member}
      site={site}
      page={page}
      onPage={(next) => void navigate({ search: { page: next }, resetScroll: false })}
      closing={{
        left: { cashAmt: balance.cashAmt, pointAmt: balance.pointAmt },
        withdraw: <Link to={paths.withdraw}>{t("close.withdraw")}</Link>,
        onClosed: () => end.ended({ kind: "closed" }),
      }}
      ask={<Link to={paths.inquiryNew}>{t("account.ask")}</Link>}
    />
  );
}
