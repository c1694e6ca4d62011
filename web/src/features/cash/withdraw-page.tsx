import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Balance, Member, SiteOption } from "#shared/api/types.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { LiveMoney } from "#shared/ui/live-money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { cashListQuery } from "./cash.ts";
import { type CashTab, CashTabs } from "./cash-tabs.tsx";
import { isClosed } from "./closed-hours.ts";
import { OpenWithdrawal } from "./open-withdrawal.tsx";
import { Outcome } from "./outcome.tsx";
import { OwnAccount } from "./own-account.tsx";
import { Rolling } from "./rolling.tsx";
import { useOutcome } from "./use-outcome.ts";
import { WithdrawForm } from "./withdraw-form.tsx";

interface WithdrawPageProps {
  site: SiteOption;
  member: Member;
  balance: Balance;
  tab: CashTab;
  onTab(tab: CashTab): void;
  /** The history under its tab. */
  history: ReactNode;
}

const CLOCK_MS = 15_000;

/** Whether withdrawals rest now; looks at the clock again while the page is open. */
function useClosed(site: SiteOption): boolean {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return isClosed(site.exchangeClosedFrom, site.exchangeClosedTo, site.timeZone, now);
}

function Ask({ site, member, balance }: Pick<WithdrawPageProps, "site" | "member" | "balance">) {
  const { t } = useTranslation(["cash", "common"]);
  const query = useQuery(cashListQuery("out"));
  const { open, outcome, dismiss } = useOutcome(query.data?.list ?? []);
  const closed = useClosed(site);
  return (
    <>
      {closed && (
        <p role="status" className={classes.closed}>
          <Icon name="moon" />
          <span>{t("closed", { from: site.exchangeClosedFrom, to: site.exchangeClosedTo })}</span>
        </p>
      )}
      <div className={classes.columns}>
        <Panel title={open ? t("withdraw.waiting") : t("withdraw.ask")}>
          <div className={classes.live} aria-live="polite">
            {outcome && <Outcome row={outcome} onDismiss={dismiss} />}
          </div>
          <QueryView query={query} compact skeleton={<Skeleton height="18rem" radius="var(--radius-m)" />}>
            {() =>
              open ? (
                <OpenWithdrawal row={open} />
              ) : (
                <WithdrawForm site={site} member={member} balance={balance} closed={closed} />
              )
            }
          </QueryView>
        </Panel>
        <div className={classes.aside}>
          <Panel title={t("common:money.cash")}>
            <LiveMoney label={t("common:money.cash")} amount={balance.cashAmt} size="xl" />
          </Panel>
          <Panel title={t("rolling.title")}>
            <Rolling />
          </Panel>
          <Panel title={t("withdraw.account")}>
            <OwnAccount member={member} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Withdrawal: ask, confirm, and follow it until it is paid. */
export function WithdrawPage({ tab, onTab, history, ...ask }: WithdrawPageProps) {
  const { t } = useTranslation("cash");
  return (
    <Page title={t("withdraw.title")} lead={t("withdraw.lead")}>
      <CashTabs tab={tab} onTab={onTab} form={t("withdraw.title")} label={t("withdraw.title")} />
      {tab === "history" ? history : <Ask {...ask} />}
    </Page>
  );
}
