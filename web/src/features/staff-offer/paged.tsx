import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { TrailPager } from "#shared/trail-pager.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import type { Answer } from "#shared/ui/query-view.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import type { useTrail } from "#shared/use-trail.ts";
import { type OfferedVendor, type OpenKind, offerQuery } from "./offers.ts";

/** How many there are with a provider, and their sum. */
function figuresOf(kind: OpenKind, of: OfferedVendor): { count: number; amount: number } {
  if (kind === "wins") return { count: of.wins, amount: of.winAmount };
  if (kind === "transfers") return { count: of.transfers, amount: of.transferAmount };
  if (kind === "rounds") return { count: of.rounds, amount: of.roundStake };
  return { count: of.debts, amount: of.debtAmount };
}

interface PagedProps<Row, Cursor> {
  kind: OpenKind;
  vendor: string;
  query: Answer<{ list: Row[]; next: Cursor | null }>;
  trail: ReturnType<typeof useTrail<Cursor>>;
  columns: Column<Row>[];
  rowKey(row: Row): string | number;
}

/** A page of one of the lists, below the sum of all of it. */
export function Paged<Row, Cursor>({ kind, vendor, query, trail, columns, rowKey }: PagedProps<Row, Cursor>) {
  const { t } = useTranslation("offer");
  const format = useFormat();
  const provider = useQuery(offerQuery).data?.vendors.find(({ id }) => id === vendor);
  const all = provider && figuresOf(kind, provider);
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total: all?.count ?? query.data.list.length, countPerList: query.data.list.length },
  };
  return (
    <>
      <List
        density="compact"
        query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
        caption={t(`open.${kind}`)}
        rowKey={rowKey}
        columns={columns}
        above={({ list }) =>
          all !== undefined &&
          list.length > 0 && (
            <p className={staff.dim}>
              {t("open.sum", { number: format.number(all.count), amount: format.money(all.amount) })}
            </p>
          )
        }
        empty={<EmptyState art="queue" title={t(`open.${kind}None`)} />}
      />
      {data && <TrailPager trail={trail} next={query.data?.next} />}
    </>
  );
}
