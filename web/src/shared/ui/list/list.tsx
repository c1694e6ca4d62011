import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { EmptyState } from "../empty-state.tsx";
import { Pager } from "../pager.tsx";
import { type Answer, QueryView } from "../query-view.tsx";
import { Skeleton } from "../skeleton.tsx";
import classes from "./list.module.css";
import { RowPick } from "./row-actions.tsx";

/** The api's answer about a list; lists that come whole have no pages. */
interface ListData {
  list: unknown[];
  pageInfo?: { page: number; pages: number; total: number };
}

type RowOf<Data extends ListData> = Data["list"][number];

interface ListProps<Data extends ListData> {
  query: Answer<Data>;
  /** The caption of the table, which is also the name of the list when focus returns to it. */
  caption: string;
  rowKey(row: RowOf<Data>): string | number;
  /** The columns as data, or made of the answer where they need more of it than the rows. */
  columns: Column<RowOf<Data>>[] | ((data: Data) => Column<RowOf<Data>>[]);
  /** Shown while there are no rows: what the list is for, and the next step. Lists that always have rows leave it out. */
  empty?: ReactNode;
  onPage?(page: number): void;
  /** Stands above the table once there is an answer. */
  above?(data: Data): ReactNode;
  /** A list of the back office: rows of 36 px, the first column always in sight, the total in the foot. */
  dense?: boolean;
  /** The key of the row that is open beside the list. */
  chosen?: string | number | undefined;
  /** Makes rows open: the first cell becomes a button, a click anywhere on the row does the same. */
  onChoose?(row: RowOf<Data>): void;
  /** CSS length of the place that is kept while the list loads. */
  height?: string;
}

/**
 * A list of the server in all its states: loading, failed with a way to try again, empty, and there. Pages give the query, the columns
 * as data and the rows' keys; this file alone decides how a list is drawn, paged and announced.
 */
export function List<Data extends ListData>({
  query,
  caption,
  rowKey,
  columns,
  empty,
  onPage,
  above,
  dense = false,
  chosen,
  onChoose,
  height = "28rem",
}: ListProps<Data>) {
  const { t } = useTranslation();
  const pages = query.data?.pageInfo;
  const total = pages && t("list.count", { count: pages.total });
  // The only row of the last page may just have been deleted: the others are one page back.
  const last = pages && pages.page > pages.pages && pages.pages > 0 ? pages.pages : undefined;

  const shown = (data: Data): Column<RowOf<Data>>[] => {
    const [first, ...others] = typeof columns === "function" ? columns(data) : columns;
    if (first === undefined) return [];
    const cell = (row: RowOf<Data>) => <RowPick pressed={rowKey(row) === chosen}>{first.cell(row)}</RowPick>;
    return [{ ...first, ...(onChoose && { cell }), ...(dense && total !== undefined && { foot: total }) }, ...others];
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div role="group" aria-label={caption} tabIndex={-1} className={`${classes.list} ${dense ? classes.dense : ""}`}>
      {/* A filter or a page turned changes the list away from where the focus is, so the count is read out. */}
      <p role="status" className="visually-hidden">
        {total} {pages && pages.pages > 1 && t("pager.position", { page: pages.page, pages: pages.pages })}
      </p>
      <QueryView query={query} skeleton={<Skeleton height={height} radius="var(--radius-m)" />}>
        {(data) => (
          <>
            {above?.(data)}
            {last !== undefined ? (
              <EmptyState
                art="history"
                title={total}
                action={
                  <Button variant="quiet" onClick={() => onPage?.(last)}>
                    {t("pager.previous")}
                  </Button>
                }
              />
            ) : data.list.length === 0 ? (
              empty
            ) : (
              <>
                <DataTable
                  dense={dense}
                  caption={caption}
                  rows={data.list}
                  rowKey={rowKey}
                  columns={shown(data)}
                  rowClass={(row) => (rowKey(row) === chosen ? classes.chosen : undefined)}
                  {...(onChoose && { onRow: onChoose })}
                />
                {pages && onPage && <Pager page={pages.page} pages={pages.pages} onPage={onPage} />}
              </>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
