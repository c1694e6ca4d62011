import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { type RatePart, rateParts } from "#shared/office/rates.ts";
import { usePartner, usePartnerRight } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { writeRate } from "#shared/ui/office/rates.ts";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useTrail } from "#shared/use-trail.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import { RateDialog } from "./rate-dialog.tsx";
import { type Child, childrenQuery, infoQuery, type Terms } from "./rates.ts";

const percent = (points: number) => `${writeRate(points)}%`;

/** Casino and slot rates. */
export function RatesCsPage() {
  return <RatesPage part="cs" />;
}

/** Sports and minigame rates. */
export function RatesSmPage() {
  return <RatesPage part="sm" />;
}

/** The rates of the partner, what the partners directly below get of them, and what is left for the partner itself. */
function RatesPage({ part }: { part: RatePart }) {
  const { t } = useTranslation("partner-lower");
  const info = useQuery(infoQuery);
  return (
    <ListPage title={t(`${part}Title`)} lead={t("ratesLead")}>
      <QueryView query={info} skeleton={<Skeleton height="12rem" />}>
        {(own) => (
          <>
            <OwnRates own={own} part={part} />
            <Children own={own} part={part} />
          </>
        )}
      </QueryView>
    </ListPage>
  );
}

function OwnRates({ own, part }: { own: Terms; part: RatePart }) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const memId = usePartner()?.agent.memId ?? "";
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t("ownRates")}>
      <h2>{t("ownRates")}</h2>
      {own.since === null ? (
        <p>{t("noRates")}</p>
      ) : (
        <Facts
          facts={[
            ...rateParts[part].map((key) => ({ name: t(`rate.${key}`), value: percent(own.rates[key]) })),
            { name: t("lastChange"), value: format.dateTime(own.since) },
            { name: t("lockedUntil"), value: own.lockedUntil ? format.dateTime(own.lockedUntil) : t("notLocked") },
            ...(own.insuredPart > 0
              ? [
                  { name: t("insuredFrom"), value: <Money amount={own.insuredFrom} /> },
                  { name: t("insuredPart"), value: percent(own.insuredPart) },
                ]
              : []),
          ]}
        />
      )}
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {t("history")}
      </Button>
      {open && <HistoryDialog memId={memId} part={part} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Children({ own, part }: { own: Terms; part: RatePart }) {
  const { t } = useTranslation("partner-lower");
  const format = useFormat();
  const trail = useTrail<string>("");
  const query = useQuery(childrenQuery(trail.after));
  const may = usePartnerRight("rate.modify");
  const [open, setOpen] = useState<{ what: "set" | "history"; child: Child } | null>(null);
  const last = query.data?.list.at(-1)?.memId;
  const columns: Column<Child>[] = [
    {
      key: "memId",
      head: t("account"),
      phone: "title",
      cell: (row) => `${row.memId} ${row.memNick}`,
      value: (row) => row.memId,
    },
    { key: "level", head: t("level"), cell: (row) => t("partnerOf", { level: row.partnerLevel }) },
    ...rateParts[part].map((key, at) => ({
      key,
      head: t(`rate.${key}`),
      align: "end" as const,
      ...(at === 0 && { phone: "amount" as const }),
      cell: (row: Child) => (
        <span title={t("kept", { share: percent(own.rates[key] - row.rates[key]) })}>
          {percent(row.rates[key])} <small>{t("kept", { share: percent(own.rates[key] - row.rates[key]) })}</small>
        </span>
      ),
      value: (row: Child) => row.rates[key] / 100,
    })),
    {
      key: "since",
      head: t("lastChange"),
      phone: "when",
      cell: (row) => (row.since ? format.dateTime(row.since) : "–"),
      value: (row) => row.since,
    },
    {
      key: "do",
      head: <span className="visually-hidden">{t("actions")}</span>,
      phone: "state",
      cell: (child) => (
        <RowActions>
          {may && (
            <RowButton
              label={t("setOf", { memId: child.memId })}
              onClick={() => setOpen({ what: "set", child })}
              variant="primary"
            >
              {t("set")}
            </RowButton>
          )}
          <RowButton label={t("historyOf", { memId: child.memId })} onClick={() => setOpen({ what: "history", child })}>
            {t("history")}
          </RowButton>
        </RowActions>
      ),
    },
  ];
  return (
    <section aria-label={t("childRates")}>
      <h2>{t("childRates")}</h2>
      <List
        density="compact"
        query={query}
        caption={t("childRates")}
        name={`partner-rates-${part}`}
        rowKey={(row) => row.memId}
        columns={columns}
        empty={
          <EmptyState art="queue" title={t("noChildren")}>
            {t("noChildrenText")}
          </EmptyState>
        }
      />
      <TrailPager trail={trail} next={query.data?.more ? last : null} />
      {open?.what === "set" && <RateDialog own={own} child={open.child} part={part} onClose={() => setOpen(null)} />}
      {open?.what === "history" && <HistoryDialog memId={open.child.memId} part={part} onClose={() => setOpen(null)} />}
    </section>
  );
}
