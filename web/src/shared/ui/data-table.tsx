import type { TableProps } from "./table/column.ts";
import { Grid } from "./table/grid.tsx";
import { PhoneRows } from "./table/phone-rows.tsx";
import { PHONE, useMedia } from "./use-media.ts";

interface DataTableProps<Row> extends TableProps<Row> {
  /** On a phone the title of a row is a link to its page. */
  linked?: boolean;
}

/**
 * The rows of a list: a table, and on a phone rows of two lines. A list whose columns name no place on a phone, as those of the back
 * office, stays a table there.
 */
export function DataTable<Row>({ linked = false, ...rest }: DataTableProps<Row>) {
  const phone = useMedia(PHONE);
  const lines = rest.columns.some((column) => column.phone !== undefined);
  return phone && lines ? <PhoneRows {...rest} linked={linked} /> : <Grid {...rest} />;
}
