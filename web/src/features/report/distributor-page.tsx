import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { daysRequest, lastDays } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { paths } from "#shared/paths.ts";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { DataTable } from "#shared/ui/data-table.tsx";
import { DateRange, useDaysText } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { groupText } from "./group.ts";
import classes from "./report.module.css";
import { type Distributor, distributorQuery } from "./report.ts";
import { type ReportSearch, reportSearch } from "./search.ts";

/** The address at which signup has the referrer filled in. */
const inviteLink = (memId: string) => `${location.origin}${paths.signup}?ref=${encodeURIComponent(memId)}`;

interface DistributorPageProps {
  memId: string;
  search: ReportSearch;
  onSearch(search: ReportSearch): void;
  /** For members who are no partners: where to ask. */
  ask: ReactNode;
}

/** The summary of an affiliate's members: their number, their deposits and withdrawals, and their play. */
export function DistributorPage({ memId, search, onSearch, ask }: DistributorPageProps) {
  const { t } = useTranslation("report");
  const format = useFormat();
  const daysText = useDaysText();
  const [now] = useState(() => Date.now());
  const week = lastDays(7, format, now);
  const days = search.from === undefined && search.to === undefined ? week : search;
  const query = useQuery(distributorQuery(daysRequest(days)));
  if (query.data === null) {
    return (
      <Page title={t("partner.title")}>
        <EmptyState art="questions" title={t("partner.none")} action={ask}>
          {t("partner.noneText")}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={t("partner.title")} lead={t("partner.lead")}>
      <Filters chosen={[daysText(days)]}>
        <DateRange value={search} shown={week} onChange={(next) => onSearch(reportSearch({ ...next }))} />
      </Filters>
      <QueryView query={query} skeleton={<Skeleton height="26rem" radius="var(--radius-l)" />}>
        {(summary) => summary && <Summary summary={summary} memId={memId} />}
      </QueryView>
    </Page>
  );
}

function Summary({ summary, memId }: { summary: Distributor; memId: string }) {
  const { t } = useTranslation("report");
  const format = useFormat();
  const { deposits, withdrawals, list } = summary;
  return (
    <>
      <div className={classes.panels}>
        <Panel title={t("partner.members")}>
          <Facts
            roomy
            facts={[
              { name: t("partner.all"), value: format.number(summary.members) },
              { name: t("partner.partners"), value: format.number(summary.partners) },
              { name: t("partner.joined"), value: format.number(summary.joined) },
            ]}
          />
        </Panel>
        <Panel title={t("partner.cash")}>
          <Facts
            roomy
            facts={[
              {
                name: t("partner.deposits", { times: format.number(deposits.count) }),
                value: <Money amount={deposits.amount} />,
              },
              {
                name: t("partner.withdrawals", { times: format.number(withdrawals.count) }),
                value: <Money amount={withdrawals.amount} />,
              },
            ]}
          />
        </Panel>
        <Panel title={t("partner.invite")}>
          <p className={classes.invite}>
            <strong>{memId}</strong>
            <CopyButton text={memId} label={t("partner.invite")} />
          </p>
          <p className={classes.dim}>{t("partner.inviteText")}</p>
          <div className={classes.link}>
            <QrCode text={inviteLink(memId)} label={t("partner.linkCode")} />
            <p className={classes.invite}>
              <span className={classes.address}>{inviteLink(memId)}</span>
              <CopyButton text={inviteLink(memId)} label={t("partner.link")} />
            </p>
          </div>
        </Panel>
      </div>
      {list.length === 0 ? (
        <EmptyState art="games" title={t("partner.empty")}>
          {t("partner.emptyText")}
        </EmptyState>
      ) : (
        <DataTable
          caption={t("partner.played")}
          rows={list}
          rowKey={(row) => row.groupCode}
          columns={[
            { key: "group", head: t("column.group"), phone: "title", cell: (row) => t(groupText(row.groupCode)) },
            {
              key: "members",
              head: t("column.players"),
              align: "end",
              phone: "state",
              cell: (row) => format.number(row.members),
            },
            {
              key: "rounds",
              head: t("column.rounds"),
              align: "end",
              phone: "when",
              cell: (row) => format.number(row.rounds),
            },
            {
              key: "stake",
              head: t("column.stake"),
              align: "end",
              phone: "amount",
              cell: (row) => <Money amount={row.stake} />,
            },
            { key: "payout", head: t("column.payout"), align: "end", cell: (row) => <Money amount={row.payout} /> },
          ]}
        />
      )}
      <p className={classes.dim}>{t("partner.at", { at: format.dateTime(summary.at) })}</p>
    </>
  );
}
