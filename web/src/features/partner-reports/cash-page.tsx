import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Figures, FileButton } from "#shared/partner/list-parts.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { AmountField } from "#shared/ui/amount-field.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { SelectField } from "#shared/ui/select-field.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import classes from "./reports.module.css";
import { type CashFilter, type CashRow, cashQuery, cashSearch, states } from "./reports.ts";

const tones = { waiting: "busy", done: "good", cancelled: "calm" } as const;

function useCashColumns(): Column<CashRow>[] {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const known = (state: string) => states.find((one) => one === state) ?? "waiting";
  return [
    {
      key: "member",
      head: t("member"),
      phone: "title",
      cell: (row) => (
        <>
          {row.memId} <span className={classes.dim}>{row.memNick}</span>
        </>
      ),
      value: (row) => row.memId,
    },
    { key: "requested", head: t("requested"), phone: "when", cell: (row) => format.moment(row.requestedAt) },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.amount} />,
      value: (row) => row.amount,
    },
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: (row) => <StatusPill tone={tones[known(row.state)]}>{t(`state.${known(row.state)}`)}</StatusPill>,
      value: (row) => row.state,
    },
    { key: "decided", head: t("decided"), cell: (row) => (row.decidedAt ? format.moment(row.decidedAt) : "–") },
    { key: "number", head: t("number"), extra: true, cell: (row) => row.id, value: (row) => row.id },
  ];
}

/** The deposits or withdrawals of the downline: filters, totals of the whole selection, the list, and the list as a file. */
function CashPage({ kind }: { kind: "in" | "out" }) {
  const { t } = useTranslation("partner-reports");
  const format = useFormat();
  const { search, filter: onFilter } = useSearch(cashSearch);
  const { from, to, state, least, most } = search;
  const filter: CashFilter = {
    kind,
    state: state ?? "",
    memId: useRest(search.member ?? ""),
    least: least ?? 0,
    most: most ?? 0,
    ...daysRequest({ ...(from && { from }), ...(to && { to }) }),
  };
  const trail = useTrail<string>(JSON.stringify(filter));
  const query = useQuery(cashQuery(filter, trail.after));
  const totals = useQuery(cashQuery(filter)).data?.totals;
  const columns = useCashColumns();
  const name = kind === "in" ? "deposits" : "withdrawals";
  return (
    <ListPage
      title={t(`cash.${kind}`)}
      filters={
        <ListBar
          action={
            <FileButton
              path="/api/partner/reports/cash/csv"
              body={filter}
              name={[name, from, to].filter(Boolean).join("-")}
            />
          }
        >
          <SelectField
            label={t("state")}
            value={state ?? ""}
            onChange={(next) => onFilter({ state: next })}
            options={[
              { value: "", label: t("all") },
              ...states.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
          />
          <Field
            type="search"
            label={t("member")}
            placeholder={t("memberHint")}
            value={search.member ?? ""}
            onChange={(next) => onFilter({ member: next })}
          />
          <AmountField label={t("least")} value={least ?? null} onChange={(next) => onFilter({ least: next })} />
          <AmountField label={t("most")} value={most ?? null} onChange={(next) => onFilter({ most: next })} />
          <DateRange
            value={{ ...(from && { from }), ...(to && { to }) }}
            onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })}
          />
        </ListBar>
      }
    >
      <div className={classes.list}>
        <List
          density="compact"
          exported
          query={query}
          caption={t(`cash.${kind}`)}
          name={`partner-${name}`}
          rowKey={(row) => row.id}
          columns={columns}
          above={() =>
            totals && (
              <Figures
                label={t("totals")}
                figures={states.map((one) => ({
                  name: t(`state.${one}`),
                  value: (
                    <>
                      <Money amount={totals[one].amount} />{" "}
                      <span className={classes.dim}>{format.number(totals[one].count)}</span>
                    </>
                  ),
                }))}
              />
            )
          }
          empty={<EmptyState art="coins" title={t("cash.none")} />}
        />
        <TrailPager trail={trail} next={query.data?.next} />
      </div>
    </ListPage>
  );
}

export const DepositsPage = () => <CashPage kind="in" />;
export const WithdrawalsPage = () => <CashPage kind="out" />;
