import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { AsOf, Figures, FileButton } from "#shared/partner/list-parts.tsx";
import { Chart } from "#shared/ui/chart/chart.tsx";
import { Choice } from "#shared/ui/choice.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Panel } from "#shared/ui/page.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useSearch } from "#shared/use-search.ts";
import classes from "./reports.module.css";
import { parts, products, type Summary, summaryQuery, summarySearch } from "./reports.ts";
import { SummaryTable } from "./summary-table.tsx";

function Curves({ days }: { days: Summary["days"] }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const stakes = useMemo(() => days.map(({ day, betAmt }) => ({ day, value: betAmt })), [days]);
  const results = useMemo(() => days.map(({ day, ggr }) => ({ day, value: ggr })), [days]);
  return (
    <div className={classes.charts}>
      <Panel>
        <Chart title={t("stake")} points={stakes} write={format.money} />
      </Panel>
      <Panel>
        <Chart title={t("ggr")} points={results} write={format.money} />
      </Panel>
    </div>
  );
}

/** The play of the downline by day, by product and by branch. */
export function SummaryPage() {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const { search, filter: onFilter } = useSearch(summarySearch);
  const { from, to, product, part = "day" } = search;
  const filter = { product: product ?? "", ...daysRequest({ ...(from && { from }), ...(to && { to }) }) };
  const query = useQuery(summaryQuery(filter));
  return (
    <ListPage
      title={t("summary.title")}
      lead={t("summary.lead")}
      filters={
        <ListBar action={<FileButton path="/api/partner/play/summary/csv" body={filter} name="summary" />}>
          <SelectField
            label={t("product")}
            value={product ?? ""}
            onChange={(next) => onFilter({ product: next })}
            options={[
              { value: "", label: t("all") },
              ...products.map((value) => ({ value, label: t(`product.${value}`) })),
            ]}
          />
          <DateRange
            value={{ ...(from && { from }), ...(to && { to }) }}
            onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })}
          />
        </ListBar>
      }
    >
      <QueryView query={query} skeleton={<Skeleton height="40rem" radius="var(--radius-m)" />}>
        {(data) => (
          <div className={classes.groups}>
            <Figures
              label={t("totals")}
              figures={[
                { name: t("stake"), value: <Money amount={data.total.betAmt} /> },
                { name: t("payout"), value: <Money amount={data.total.betWinAmt} /> },
                { name: t("ggr"), value: <Money amount={data.total.ggr} /> },
                { name: t("valid"), value: <Money amount={data.total.valid} /> },
                { name: t("bets"), value: format.number(data.total.bets) },
                ...(data.total.commission
                  ? [
                      { name: t("rolling"), value: <Money amount={data.total.commission.rolling} /> },
                      { name: t("losing"), value: <Money amount={data.total.commission.losing} /> },
                    ]
                  : []),
              ]}
            />
            <AsOf at={data.asOf} />
            <Curves days={data.days} />
            <Choice
              label={t("summary.by")}
              value={part}
              onChange={(next) => onFilter({ part: next === "day" ? undefined : next })}
              options={parts.map((value) => ({ value, label: t(`summary.${value}`) }))}
            />
            {part === "branch" && <p className={classes.dim}>{t("summary.branchText")}</p>}
            <SummaryTable data={data} part={part} />
          </div>
        )}
      </QueryView>
    </ListPage>
  );
}
