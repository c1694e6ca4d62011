import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { FileButton } from "#shared/partner/list-parts.tsx";
import { purseQuery } from "#shared/partner/purse.ts";
import { usePartnerRight } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Button } from "#shared/ui/button.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import { Figures } from "./figures.tsx";
import classes from "./money.module.css";
import { ReverseDialog } from "./reverse-dialog.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { kinds, type Send, sendsQuery, sendsSearch, type Way } from "./sends.ts";
import { useSendColumns } from "./use-send-columns.tsx";

/** The partner's payments and recalls: filters, totals, the list, and the ways to pay, recall and reverse. */
export function SendsPage() {
  const { t } = useTranslation("partner-money");
  const { search, filter: onFilter } = useSearch(sendsSearch);
  const { from, to, kind } = search;
  const memId = useRest(search.member ?? "");
  const wanted = { kind: kind ?? ("" as const), memId, ...daysRequest({ ...(from && { from }), ...(to && { to }) }) };
  const trail = useTrail<number>(JSON.stringify(wanted));
  const query = useQuery(sendsQuery(wanted, trail.after));
  const purse = useQuery(purseQuery).data;
  const mayRead = usePartnerRight("money.read");
  const mayWrite = usePartnerRight("money.write") && (purse?.may ?? false);
  const [way, setWay] = useState<Way | null>(null);
  const [reversed, setReversed] = useState<Send | null>(null);
  const columns = useSendColumns(mayWrite ? setReversed : undefined);
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total: query.data.totals.count, countPerList: query.data.list.length },
  };
  return (
    <ListPage
      title={t("sendsTitle")}
      lead={t("sendsLead")}
      filters={
        <ListBar
          action={
            <div className={classes.buttons}>
              {mayWrite && (
                <>
                  <Button onClick={() => setWay("pay")}>{t("pay")}</Button>
                  <Button variant="quiet" onClick={() => setWay("recall")}>
                    {t("recall")}
                  </Button>
                </>
              )}
              {purse && !purse.may && <p className={classes.dim}>{t("mayNot")}</p>}
              {mayRead && (
                <FileButton
                  path="/api/partner/money/sends/csv"
                  body={wanted}
                  name={["sends", from, to].filter(Boolean).join("-")}
                />
              )}
            </div>
          }
        >
          <SelectField
            label={t("kind")}
            value={kind ?? "all"}
            onChange={(next) => onFilter({ kind: next === "all" ? undefined : next })}
            options={[
              { value: "all", label: t("filterAll") },
              ...kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
          />
          <Field
            type="search"
            label={t("account")}
            value={search.member ?? ""}
            onChange={(member) => onFilter({ member })}
          />
          <DateRange
            value={{ ...(from && { from }), ...(to && { to }) }}
            all={t("days")}
            onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })}
          />
        </ListBar>
      }
    >
      <div>
        <List
          density="compact"
          exported
          query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
          caption={t("sendsTitle")}
          name="partner-sends"
          rowKey={(row) => row.id}
          columns={columns}
          above={({ totals }) => (
            <Figures
              label={t("totals")}
              figures={[
                { name: t("kind.pay"), value: <Money amount={totals.paid} /> },
                { name: t("kind.recall"), value: <Money amount={totals.recalled} /> },
                { name: t("kind.payout"), value: <Money amount={totals.paidOut} /> },
                { name: t("kind.reverse"), value: <Money amount={totals.reversed} /> },
                ...(purse ? [{ name: t("leftToday"), value: <Money amount={purse.left} /> }] : []),
              ]}
            />
          )}
          empty={
            <EmptyState art="history" title={t("none")}>
              {t("noneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={data?.next} />
      </div>
      {way && <SendDialog way={way} onClose={() => setWay(null)} />}
      {reversed && <ReverseDialog send={reversed} onClose={() => setReversed(null)} />}
    </ListPage>
  );
}
