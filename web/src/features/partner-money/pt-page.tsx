import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { FileButton } from "#shared/partner/list-parts.tsx";
import { TrailPager } from "#shared/trail-pager.tsx";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import { useTrail } from "#shared/use-trail.ts";
import { Figures } from "./figures.tsx";
import { moveText } from "./move-kind.ts";
import { type PTMove, ptQuery, ptSearch } from "./sends.ts";

/** Every move of the partner's PT, with the balance after it. */
export function PTPage() {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const { search, filter: onFilter } = useSearch(ptSearch);
  const { from, to } = search;
  const wanted = daysRequest({ ...(from && { from }), ...(to && { to }) });
  const trail = useTrail<number>(JSON.stringify(wanted));
  const query = useQuery(ptQuery(wanted, trail.after));
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total: query.data.count, countPerList: query.data.list.length },
  };
  const kind = (row: PTMove) => t(moveText(row.kind));
  const reason = (row: PTMove) => row.reason || (row.day && t("statementOf", { day: row.day }));
  const columns: Column<PTMove>[] = [
    { key: "number", head: t("number"), cell: (row) => row.no, value: (row) => row.no },
    { key: "when", head: t("when"), phone: "when", cell: (row) => format.moment(row.at), value: (row) => row.at },
    { key: "kind", head: t("kind"), phone: "title", cell: kind, value: kind },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.amount} />,
      value: (row) => row.amount,
    },
    {
      key: "after",
      head: t("balanceAfter"),
      align: "end",
      phone: "state",
      cell: (row) => <Money amount={row.after} />,
      value: (row) => row.after,
    },
    { key: "other", head: t("other"), cell: (row) => row.other || "–", value: (row) => row.other },
    { key: "reason", head: t("reason"), cell: (row) => reason(row) || "–", value: reason },
  ];
  return (
    <ListPage
      title={t("ptTitle")}
      lead={t("ptLead")}
      filters={
        <ListBar
          action={
            <FileButton
              path="/api/partner/money/pt/csv"
              body={wanted}
              name={["pt", from, to].filter(Boolean).join("-")}
            />
          }
        >
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
          caption={t("ptTitle")}
          name="partner-pt"
          rowKey={(row) => row.no}
          columns={columns}
          above={(answer) => (
            <Figures
              label={t("totals")}
              figures={[
                { name: t("in"), value: <Money amount={answer.in} /> },
                { name: t("out"), value: <Money amount={answer.out} /> },
                { name: t("count"), value: format.number(answer.count) },
              ]}
            />
          )}
          empty={
            <EmptyState art="history" title={t("none")}>
              {t("ptNoneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={data?.next} />
      </div>
    </ListPage>
  );
}
