import { type Column, isFigures } from "./column.ts";
import classes from "./grid.module.css";

/** The part of a library's column that the head needs. */
interface Sortable {
  getCanSort(): boolean;
  getIsSorted(): false | "asc" | "desc";
  getToggleSortingHandler(): undefined | ((event: unknown) => void);
}

/** A column's head: a button that sorts, where the column can. */
export function Head<Row>({ column, of }: { column: Column<Row>; of: Sortable | undefined }) {
  const sorts = of?.getCanSort() ?? false;
  const order = sorts && of ? of.getIsSorted() : false;
  return (
    <th
      scope="col"
      data-align={column.align}
      data-figures={isFigures(column) ? column.key : undefined}
      {...(sorts && { "aria-sort": order === false ? "none" : order === "asc" ? "ascending" : "descending" })}
    >
      {sorts ? (
        <button
          type="button"
          className={classes.sort}
          data-order={order || undefined}
          onClick={of?.getToggleSortingHandler()}
        >
          {column.head}
        </button>
      ) : (
        column.head
      )}
    </th>
  );
}
