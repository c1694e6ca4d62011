import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { BreakPanel } from "./break-panel.tsx";
import { CarePanel } from "./care-panel.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import classes from "./protection.module.css";
import { type Protection, protectionQuery } from "./protection.ts";
import { ReminderPanel } from "./reminder-panel.tsx";
import { breakUntil, kinds } from "./rules.ts";

interface ProtectionPageProps {
  /** A guest reads; a member sets. */
  member: boolean;
  /** A link to customer service. The app passes it, because features do not know the routes. */
  contact: ReactNode;
  /** The way to the withdrawal, which is open in every break. */
  withdraw: ReactNode;
}

function Resting({ until, withdraw }: { until: string; withdraw: ReactNode }) {
  const { t } = useTranslation("protection");
  const format = useFormat();
  return (
    <div className={classes.inBreak} role="status">
      <Icon name="lock" />
      <div>
        <strong>{until === "" ? t("inBreak.over") : t("inBreak.title", { until: format.dateTime(until) })}</strong>
        <p>{t("inBreak.text")}</p>
        {withdraw}
      </div>
    </div>
  );
}

function Tools({ state, withdraw }: { state: Protection; withdraw: ReactNode }) {
  const now = Date.now();
  const until = breakUntil(state, now);
  return (
    <>
      {until !== null && <Resting until={until} withdraw={withdraw} />}
      <LimitsPanel state={state} inBreak={until !== null} now={now} />
      <ReminderPanel minutes={state.minutes} />
    </>
  );
}

/** The limits and the reminder with their own words, and a place for each figure. */
function ToolsSkeleton() {
  const { t } = useTranslation("protection");
  return (
    <>
      <Panel title={t("limits.title")}>
        <p className={classes.quiet}>{t("limits.lead")}</p>
        <div className={classes.folds}>
          {kinds.map((kind) => (
            <Skeleton key={kind} height="3.25rem" radius="var(--radius-m)" />
          ))}
        </div>
      </Panel>
      <Panel title={t("reminder.title")}>
        <Skeleton height="6rem" />
        <Skeleton height="5rem" />
      </Panel>
    </>
  );
}

function Mine({ withdraw }: { withdraw: ReactNode }) {
  const query = useQuery(protectionQuery);
  return (
    <>
      <QueryView query={query} skeleton={<ToolsSkeleton />}>
        {(state) => <Tools state={state} withdraw={withdraw} />}
      </QueryView>
      <BreakPanel />
    </>
  );
}

/** Limits, reminders, breaks, and what to know: reachable from every page (S-45). */
export function ProtectionPage({ member, contact, withdraw }: ProtectionPageProps) {
  const { t } = useTranslation(["protection", "common"]);
  return (
    <Page title={t(member ? "common:nav.protection" : "titleGuest")} lead={member ? t("lead") : t("leadGuest")}>
      {member && <Mine withdraw={withdraw} />}
      <CarePanel contact={contact} />
    </Page>
  );
}
