import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { daysRequest } from "#shared/days.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Figures, FileButton } from "#shared/partner/list-parts.tsx";
import { kindText } from "#shared/points/kind.ts";
import { DateRange } from "#shared/ui/date-range.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Field } from "#shared/ui/field.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar, ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useRest } from "#shared/use-rest.ts";
import { useSearch } from "#shared/use-search.ts";
import { type PointRow, pointsQuery, pointsSearch } from "./reports.ts";

/** The points of one member below: it is named first, then its moves are listed. */
export function PointsPage() {
  const { t } = useTranslation(["partner-reports", "point"]);
  const format = useFormat();
  const { search, filter: onFilter, onPage } = useSearch(pointsSearch);
  const { from, to } = search;
  const memId = useRest(search.member ?? "").trim();
  const filter = { memId, ...daysRequest({ ...(from && { from }), ...(to && { to }) }) };
  const query = useQuery(pointsQuery(filter, search.page ?? 1));
  const kind = (row: PointRow) => t(`point:${kindText(row.kind)}`);
  const columns: Column<PointRow>[] = [
    { key: "time", head: t("time"), phone: "when", cell: (row) => format.moment(row.createdAt) },
    { key: "kind", head: t("kind"), phone: "title", cell: kind, value: kind },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money unit="points" amount={row.amount} />,
      value: (row) => row.amount,
    },
    {
      key: "after",
      head: t("after"),
      align: "end",
      phone: "state",
      cell: (row) => <Money unit="points" amount={row.balance} />,
      value: (row) => row.balance,
    },
  ];
  return (
    <ListPage
      title={t("points.title")}
      lead={t("points.lead")}
      filters={
        <ListBar
          action={
            memId !== "" && <FileButton path="/api/partner/reports/points/csv" body={filter} name={`points-${memId}`} />
          }
        >
          <Field
            type="search"
            label={t("member")}
            placeholder={t("memberHint")}
            value={search.member ?? ""}
            onChange={(next) => onFilter({ member: next })}
          />
          <DateRange
            value={{ ...(from && { from }), ...(to && { to }) }}
            onChange={(next) => onFilter({ from: undefined, to: undefined, ...next })}
          />
        </ListBar>
      }
    >
      {memId === "" ? (
        <EmptyState art="queue" title={t("points.choose")} />
      ) : (
        <List
          density="compact"
          exported
          query={query}
          caption={t("points.title")}
          name="partner-points"
          rowKey={(row) => row.no}
          columns={columns}
          onPage={onPage}
          above={(answer) => (
            <Figures
              label={t("totals")}
              figures={[
                { name: t("points.in"), value: <Money unit="points" amount={answer.in} /> },
                { name: t("points.out"), value: <Money unit="points" amount={answer.out} /> },
              ]}
            />
          )}
          empty={<EmptyState art="coins" title={t("points.none")} />}
        />
      )}
    </ListPage>
  );
}
