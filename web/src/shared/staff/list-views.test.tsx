import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "../i18n/i18n.ts";
import { idOf, oneOf, pageOf, searchOf, textOf } from "../search.ts";
import { show, stubApi } from "../testing/render.tsx";
import { List } from "../ui/list/list.tsx";
import { useSearch } from "../use-search.ts";
import { ListViews } from "./list-views.tsx";

const readSearch = searchOf({ kind: oneOf(["in", "out"]), min: idOf, page: pageOf, q: textOf });
const readFilters = searchOf({ kind: oneOf(["in", "out"]), min: idOf });

/** A list page as the pages of the back office make one. */
function Requests() {
  const { search, replace } = useSearch(readSearch);
  return (
    <>
      <ListViews
        list="requests"
        search={search}
        read={readFilters}
        onShow={replace}
        omits="The search text is left out."
      />
      <List
        density="compact"
        query={{ data: { list: [{ id: 1 }] }, error: null, isError: false, refetch: async () => ({}) }}
        caption="Requests"
        name="requests"
        rowKey={({ id }) => id}
        columns={[
          { key: "id", head: "No.", cell: ({ id }) => id },
          { key: "memo", head: "Memo", cell: () => "a memo" },
        ]}
      />
    </>
  );
}

interface View {
  idx: number;
  name: string;
  search: string;
  look: { columns: Record<string, boolean>; density: string };
}
let views: View[];

beforeAll(() => startI18n("admin"));
beforeEach(() => {
  localStorage.clear();
  views = [];
});
afterEach(() => vi.unstubAllGlobals());

/** The page at an address, with a server that keeps views. */
async function openAt(address: string, refuse: Record<string, string> = {}) {
  const of = ({ idx }: Record<string, unknown>) => views.find((view) => view.idx === idx);
  const calls = stubApi({
    "/api/admin/view/list": () => ({ list: views }),
    "/api/admin/view/save": ({ list: _, ...view }) => {
      if (refuse.save) return refuse.save;
      views = [...views, { idx: views.length + 1, ...(view as Omit<View, "idx">) }];
      return { idx: views.length };
    },
    "/api/admin/view/rename": (body) => {
      if (refuse.rename) return refuse.rename;
      views = views.map((view) => (view === of(body) ? { ...view, name: String(body.name) } : view));
      return {};
    },
    "/api/admin/view/replace": ({ idx, ...rest }) => {
      views = views.map((view) => (view.idx === idx ? { ...view, ...rest } : view));
      return {};
    },
    "/api/admin/view/delete": (body) => {
      if (!of(body)) return "C019";
      views = views.filter((view) => view !== of(body));
      return {};
    },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: Requests }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await show(<RouterProvider router={router as never} />);
  await screen.findByRole("button", { name: "Save view" });
  return { calls, router };
}

async function save(name: string) {
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog");
  if (name !== "") await userEvent.type(within(dialog).getByLabelText("Name"), name);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
  return dialog;
}

const held: View = { idx: 1, name: "Held", search: "?kind=out&min=5000", look: { columns: {}, density: "" } };

test("a view keeps filters and columns, not the page or the search text, and shows them again", async () => {
  const { calls, router } = await openAt("/?kind=out&min=5000&page=3&q=kim");
  await userEvent.click(screen.getByRole("button", { name: "View options" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Memo" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
  await save(" Large ones ");
  const view = await screen.findByRole("button", { name: "Large ones", pressed: true });
  expect(calls.find(({ path }) => path.endsWith("/save"))?.body).toEqual({
    list: "requests",
    name: "Large ones",
    search: "?kind=out&min=5000",
    look: { columns: { memo: false }, density: "" },
  });

  // Elsewhere, or after other filters, it is not pressed, and one press brings both back.
  localStorage.clear();
  await router.navigate({ href: "/?kind=in&page=2" });
  await screen.findByRole("button", { name: "Large ones", pressed: false });
  await userEvent.click(view);
  await waitFor(() => expect(router.state.location.search).toEqual({ kind: "out", min: 5000 }));
  expect(screen.queryByRole("columnheader", { name: "Memo" })).toBeNull();
  expect(screen.getByRole("button", { name: "Large ones", pressed: true })).toBeDefined();
});

test("a name is asked for before anything is sent, and a refusal stays in the dialog", async () => {
  const { calls } = await openAt("/", { save: "U061" });
  const dialog = await save("");
  expect(within(dialog).getByText("Please enter a name.")).toBeDefined();
  expect(dialog.textContent).toContain("The search text is left out.");
  expect(calls.some(({ path }) => path.endsWith("/save"))).toBe(false);
  await userEvent.type(within(dialog).getByLabelText("Name"), "Held");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
  expect((await within(dialog).findByRole("alert")).textContent).toMatch(/with this name already/);
  expect(screen.queryByRole("list", { name: "Saved views" })).toBeNull();
});

test("a view is renamed, replaced by what is shown, and deleted", async () => {
  views = [held];
  const { calls } = await openAt("/?kind=in");
  await userEvent.click(await screen.findByRole("button", { name: "Manage views" }));
  const dialog = await screen.findByRole("dialog");
  const rename = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Rename: Held" });
  expect(rename.disabled).toBe(true); // nothing was typed
  await userEvent.type(within(dialog).getByLabelText("Name of Held"), " today");
  await userEvent.click(rename);
  await within(dialog).findByLabelText("Name of Held today");
  await userEvent.click(within(dialog).getByRole("button", { name: "Replace with what is shown: Held today" }));
  await waitFor(() => expect(views[0]?.search).toBe("?kind=in"));
  await userEvent.click(await within(dialog).findByRole("button", { name: "Delete: Held today" }));
  await within(dialog).findByText("No view of this list is saved.");
  expect(calls.filter(({ path }) => !path.endsWith("/list")).map(({ path }) => path.split("/").at(-1))).toEqual([
    "rename",
    "replace",
    "delete",
  ]);
});

test("of a view that was deleted elsewhere the list is asked for again", async () => {
  views = [held];
  await openAt("/");
  await userEvent.click(await screen.findByRole("button", { name: "Manage views" }));
  const dialog = await screen.findByRole("dialog");
  views = [];
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete: Held" }));
  await within(dialog).findByText("No view of this list is saved.");
  expect(within(dialog).getByRole("alert")).toBeDefined();
});

test("what a later release does not know of a view is left out", async () => {
  views = [
    { ...held, search: "?kind=both&min=x&shape=round&page=4", look: { columns: { gone: false }, density: "huge" } },
  ];
  const { router } = await openAt("/?kind=in&q=kim");
  await userEvent.click(await screen.findByRole("button", { name: "Held" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("without an answer about views the list does without them", async () => {
  stubApi({ "/api/admin/view/list": () => "E001" });
  const router = createRouter({
    routeTree: createRootRoute({ component: Requests }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await show(<RouterProvider router={router as never} />);
  await screen.findByRole("table", { name: "Requests" });
  expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
});
