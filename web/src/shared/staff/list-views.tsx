import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api, type Res } from "../api/client.ts";
import { type TableLook, useTableLook } from "../ui/table/memory.ts";
import { SavedViews } from "./saved-views.tsx";

/** The lists that the server keeps views of. */
type ListName = "members" | "requests" | "ledger" | "rounds" | "audit";
type View = Res<"/api/admin/view/list">["list"][number];

/** The reader's own views of a list. */
const viewsQuery = (list: ListName) =>
  queryOptions({
    queryKey: ["views", list],
    queryFn: ({ signal }) => api.call("/api/admin/view/list", { list }, { signal, retries: 1 }),
    meta: { personal: true },
  });

const lookOf = ({ columns, density }: View["look"]): TableLook => ({
  columns,
  ...(density === "compact" || density === "comfortable" ? { density } : {}),
});

/** Reports whether two looks draw the same table. */
function sameLook(a: TableLook, b: TableLook): boolean {
  const keys = new Set([...Object.keys(a.columns), ...Object.keys(b.columns)]);
  return a.density === b.density && [...keys].every((key) => a.columns[key] === b.columns[key]);
}

interface ListViewsProps<Filters extends object> {
  /** The list, which is also the name under which its table is remembered. */
  list: ListName;
  /** The search of the page's address. */
  search: object;
  /** Reads what a view keeps of a search: the filters, without the page of the list and the row that is open. */
  read(search: Record<string, unknown>): Filters;
  onShow(filters: Filters): void;
  /** A sentence about what a view leaves out. */
  omits?: string;
}

/** The reader's saved views of a list of the back office: its filters and the look of its table, kept by the server for the account. */
export function ListViews<Filters extends object>({ list, search, read, onShow, omits }: ListViewsProps<Filters>) {
  const client = useQueryClient();
  const { options } = useRouter();
  const [look, setLook] = useTableLook(list);
  const query = useQuery(viewsQuery(list));
  const filters = options.stringifySearch({ ...read({ ...search }) });
  const shown = { search: filters, look: { columns: look.columns, density: look.density ?? "" } };
  // After a refusal as well: what is there may be other than what was shown.
  const act = (call: Promise<unknown>) =>
    call.finally(() => client.invalidateQueries({ queryKey: viewsQuery(list).queryKey }));
  const filtersOf = (view: View) => read(options.parseSearch(view.search));
  if (query.data === undefined) return null; // the list does without
  return (
    <SavedViews
      views={query.data.list}
      current={query.data.list.find(
        (view) => options.stringifySearch({ ...filtersOf(view) }) === filters && sameLook(lookOf(view.look), look),
      )}
      omits={omits}
      onShow={(view) => {
        setLook(lookOf(view.look));
        onShow(filtersOf(view));
      }}
      onSave={(name) => act(api.call("/api/admin/view/save", { list, name, ...shown }))}
      onRename={({ idx }, name) => act(api.call("/api/admin/view/rename", { idx, name }))}
      onReplace={({ idx }) => act(api.call("/api/admin/view/replace", { idx, ...shown }))}
      onDelete={({ idx }) => act(api.call("/api/admin/view/delete", { idx }))}
    />
  );
}
