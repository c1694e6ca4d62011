import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Member, SiteOption } from "#shared/api/types.ts";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import classes from "./cash.module.css";
import { cashListQuery } from "./cash.ts";
import { type CashTab, CashTabs } from "./cash-tabs.tsx";
import { DepositAccount } from "./deposit-account.tsx";
import { DepositForm } from "./deposit-form.tsx";
import { OpenDeposit } from "./open-deposit.tsx";
import { Outcome } from "./outcome.tsx";
import { useOutcome } from "./use-outcome.ts";

interface DepositPageProps {
  site: SiteOption;
  member: Member;
  tab: CashTab;
  onTab(tab: CashTab): void;
  /** The history under its tab. */
  history: ReactNode;
  /** The bonus that a deposit brings. */
  bonus: ReactNode;
}

function Ask({ site, member, bonus }: Pick<DepositPageProps, "site" | "member" | "bonus">) {
  const { t } = useTranslation("cash");
  const query = useQuery(cashListQuery("in"));
  const { open, outcome, dismiss } = useOutcome(query.data?.list ?? []);
  return (
    <div className={classes.deposit} data-open={open !== undefined || undefined}>
      <Panel title={t("deposit.stepAccount")}>
        <DepositAccount pinLength={site.pinLength} />
      </Panel>
      <div className={classes.request}>
        <Panel title={open ? t("deposit.waiting") : t("deposit.stepRequest")}>
          <div className={classes.live} aria-live="polite">
            {outcome && <Outcome row={outcome} onDismiss={dismiss} />}
          </div>
          <QueryView query={query} compact skeleton={<Skeleton height="24rem" radius="var(--radius-m)" />}>
            {() => (open ? <OpenDeposit row={open} /> : <DepositForm site={site} member={member} />)}
          </QueryView>
        </Panel>
      </div>
      <div className={classes.aside}>{bonus}</div>
    </div>
  );
}

/** Deposit: where to send the money, then tell us; after that it is followed here until it is done. */
export function DepositPage({ site, member, tab, onTab, history, bonus }: DepositPageProps) {
  const { t } = useTranslation("cash");
  return (
    <Page title={t("deposit.title")} lead={t("deposit.lead")}>
      <CashTabs tab={tab} onTab={onTab} form={t("deposit.title")} label={t("deposit.title")} />
      {tab === "history" ? history : <Ask site={site} member={member} bonus={bonus} />}
    </Page>
  );
}
