import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { DataTable } from "../data-table.tsx";
import { EmptyState } from "../empty-state.tsx";
import { Pager } from "../pager.tsx";
import { type Answer, QueryView } from "../query-view.tsx";
import { useRefresh } from "../refresh.ts";
import { Skeleton } from "../skeleton.tsx";
import type { Column, Density, Selection } from "../table/column.ts";
import { useTableLook } from "../table/memory.ts";
import { TableTools } from "../table/table-tools.tsx";
import { PHONE, useMedia } from "../use-media.ts";
import classes from "./list.module.css";
import { RowPick } from "./row-actions.tsx";

/** The api's answer about a list; lists that come whole have no pages. */
interface ListData {
  list: unknown[];
  pageInfo?: { page: number; pages: number; total: number; countPerList: number };
}

type RowOf<Data extends ListData> = Data["list"][number];

interface ListProps<Data extends ListData> {
  query: Answer<Data>;
  /** The caption of the table, which is also the name of the list when focus returns to it. */
  caption: string;
  /** The name under which this device remembers columns and row height, and the name of the file. Without it there are no tools. */
  name?: string;
  rowKey(row: RowOf<Data>): string | number;
  /** The columns as data, or made of the answer where they need more of it than the rows. */
  columns: Column<RowOf<Data>>[] | ((data: Data) => Column<RowOf<Data>>[]);
  /** Shown while there are no rows: what the list is for, and the next step. Lists that always have rows leave it out. */
  empty?: ReactNode;
  onPage?(page: number): void;
  /** Lets the reader choose how many rows a page has. */
  onSize?(size: number): void;
  /** Stands above the table once there is an answer. */
  above?(data: Data): ReactNode;
  /** compact is a list of the back office: rows of 36 px, the total in the foot. */
  density?: Density;
  /** The key of the row that is open beside the list. */
  chosen?: string | number | undefined;
  /** Opens a row beside the list: the first cell becomes a button, a click anywhere on the row does the same. */
  onChoose?(row: RowOf<Data>): void;
  /** Opens a dialog of the row, in the same two ways. */
  onOpen?(row: RowOf<Data>): void;
  /** The title is a link to the row's page. */
  linked?: boolean;
  selection?: Selection<RowOf<Data>>;
  /** The page offers the server's file of the whole selection. */
  exported?: boolean;
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
  name,
  rowKey,
  columns,
  empty,
  onPage,
  onSize,
  above,
  density = "comfortable",
  chosen,
  onChoose,
  onOpen,
  linked = false,
  selection,
  exported = false,
  height = "28rem",
}: ListProps<Data>) {
  const { t } = useTranslation();
  useRefresh(query.refetch);
  const phone = useMedia(PHONE);
  const [look, setLook] = useTableLook(name ?? "");
  const pages = query.data?.pageInfo;
  const total = pages && t("list.count", { count: pages.total });
  // The only row of the last page may just have been deleted: the others are one page back.
  const last = pages && pages.page > pages.pages && pages.pages > 0 ? pages.pages : undefined;
  const counted = density === "compact" && total !== undefined;
  const rowHeight = (name !== undefined && look.density) || density;
  const press = onOpen ?? onChoose;

  const shown = (data: Data): Column<RowOf<Data>>[] => {
    const [first, ...others] = typeof columns === "function" ? columns(data) : columns;
    if (first === undefined) return [];
    const cell = (row: RowOf<Data>) =>
      onOpen ? (
        <RowPick opens>{first.cell(row)}</RowPick>
      ) : (
        <RowPick pressed={rowKey(row) === chosen}>{first.cell(row)}</RowPick>
      );
    const inRow = phone && first.phone !== undefined;
    return [{ ...first, ...(press && !inRow && { cell }), ...(counted && { foot: total }) }, ...others];
  };

  const table = (data: Data) => {
    const all = shown(data);
    const wanted = (column: Column<RowOf<Data>>) => look.columns[column.key] ?? !column.extra;
    const hidden = new Set(all.slice(1).flatMap((column) => (wanted(column) ? [] : [column.key])));
    return (
      <>
        {name !== undefined && !phone && (
          <TableTools
            name={name}
            columns={all}
            rows={data.list}
            hidden={hidden}
            density={rowHeight}
            look={look}
            onLook={setLook}
            exported={exported}
          />
        )}
        <DataTable
          caption={caption}
          rows={data.list}
          rowKey={rowKey}
          columns={all}
          hidden={hidden}
          density={rowHeight}
          linked={linked}
          sortable={data.pageInfo === undefined}
          rowClass={(row) => (rowKey(row) === chosen ? classes.chosen : undefined)}
          {...(press && { onRow: press })}
          {...(selection && { selection })}
        />
        {pages && onPage && (
          <Pager
            page={pages.page}
            pages={pages.pages}
            onPage={onPage}
            size={pages.countPerList}
            {...(onSize && { onSize })}
          />
        )}
      </>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div role="group" aria-label={caption} tabIndex={-1} className={`${classes.list} ${classes[density]}`}>
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
              table(data)
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
