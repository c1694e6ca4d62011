import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import type { SiteOption } from "#shared/api/types.ts";
import { useBankName } from "#shared/banks.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { LevelIcon } from "#shared/ui/level-icon.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { loginBefore } from "./login-before.ts";
import classes from "./session.module.css";

const detailsQuery = queryOptions({
  queryKey: ["session", "details"],
  queryFn: ({ signal }) => api.call("/api/member/info", {}, { signal, retries: 1 }),
  meta: { personal: true },
});

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DetailsPageProps {
  site: SiteOption | undefined;
  /** Panels above the details. */
  children: ReactNode;
}

/** The member's personal details, and the limits that apply to them. */
export function DetailsPage({ site, children }: DetailsPageProps) {
  const { t } = useTranslation("session");
  const format = useFormat();
  const bankName = useBankName();
  const details = useQuery(detailsQuery);
  const before = loginBefore();
  const range = (min: number, max: number) => `${format.money(min)} – ${format.money(max)}`;
  return (
    <Page title={t("details.title")} lead={t("details.lead")}>
      {children}
      <QueryView query={details} skeleton={<Skeleton height="20rem" radius="var(--radius-l)" />}>
        {(member) => (
          <div className={classes.pair}>
            <Panel title={t("signup.group.person")}>
              <Facts
                facts={[
                  [t("field.memId"), member.memId],
                  [t("field.memNick"), member.memNick],
                  [t("details.level"), <LevelIcon key="level" level={member.memLevel} />],
                  [t("field.phone"), member.phoneMasked],
                  [t("details.joined"), format.date(member.joinedAt)],
                  [
                    t("details.before"),
                    before ? t("details.beforeAt", { at: format.dateTime(before.at), ip: before.ip }) : "–",
                  ],
                ]}
              />
            </Panel>
            <Panel title={t("signup.group.bank")}>
              <Facts
                facts={[
                  [t("field.bankName"), bankName(member.bankName)],
                  [t("field.accountNo"), member.accountMasked],
                  [t("field.accountHolder"), member.accountHolder],
                ]}
              />
              {site && (
                <Facts
                  facts={[
                    [t("details.deposit"), range(site.depositMin, site.depositMax)],
                    [t("details.withdraw"), range(site.withdrawMin, site.withdrawMax)],
                    [t("details.closed"), `${site.exchangeClosedFrom} – ${site.exchangeClosedTo}`],
                  ]}
                />
              )}
            </Panel>
          </div>
        )}
      </QueryView>
    </Page>
  );
}
