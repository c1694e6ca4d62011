import { getRouteApi, Link } from "@tanstack/react-router";
import { CashHistory } from "#features/cash/cash-history.tsx";
import { DepositPage } from "#features/cash/deposit-page.tsx";
import { HistoryPage } from "#features/cash/history-page.tsx";
import { WithdrawPage } from "#features/cash/withdraw-page.tsx";
import { BonusTerms } from "#features/promo/bonus-terms.tsx";
import { DepositPrompt } from "#features/protection/deposit-prompt.tsx";
import { useMember } from "#features/session/session.ts";
import { useBalance } from "#features/wallet/balance.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";

const depositRoute = getRouteApi(`/shell/member${paths.deposit}`);
const depositsRoute = getRouteApi(`/shell/member${paths.deposits}`);
const withdrawalsRoute = getRouteApi(`/shell/member${paths.withdrawals}`);
const withdrawRoute = getRouteApi(`/shell/member${paths.withdraw}`);

export function DepositRoute() {
  const site = useSite();
  const member = useMember();
  const { tab, ...search } = depositRoute.useSearch();
  const navigate = depositRoute.useNavigate();
  if (!site || !member) return <Skeleton height="24rem" radius="var(--radius-l)" />;
  return (
    <DepositPage
      site={site}
      member={member}
      bonus={
        <>
          <DepositPrompt link={(text) => <Link to={paths.protection}>{text}</Link>} />
          <BonusTerms />
        </>
      }
      tab={tab ?? "form"}
      onTab={(next) => void navigate({ search: next === "history" ? { tab: next } : {} })}
      history={
        <CashHistory
          cashType="in"
          search={search}
          onSearch={(next) => void navigate({ search: { tab: "history", ...next }, resetScroll: false })}
        />
      }
    />
  );
}

export function WithdrawRoute() {
  const site = useSite();
  const member = useMember();
  const balance = useBalance();
  const { tab, ...search } = withdrawRoute.useSearch();
  const navigate = withdrawRoute.useNavigate();
  if (!site || !member || !balance) return <Skeleton height="24rem" radius="var(--radius-l)" />;
  return (
    <WithdrawPage
      site={site}
      member={member}
      balance={balance}
      tab={tab ?? "form"}
      onTab={(next) => void navigate({ search: next === "history" ? { tab: next } : {} })}
      history={
        <CashHistory
          cashType="out"
          search={search}
          onSearch={(next) => void navigate({ search: { tab: "history", ...next }, resetScroll: false })}
        />
      }
    />
  );
}

export function DepositsRoute() {
  const navigate = depositsRoute.useNavigate();
  return (
    <HistoryPage
      cashType="in"
      search={depositsRoute.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}

export function WithdrawalsRoute() {
  const navigate = withdrawalsRoute.useNavigate();
  return (
    <HistoryPage
      cashType="out"
      search={withdrawalsRoute.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
