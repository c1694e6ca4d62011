import { queryOptions, useQuery } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "#shared/api/client.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { oneOf, pageOf, searchOf, textOf } from "#shared/search.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { useSearch } from "#shared/use-search.ts";
import { EmptyState } from "../empty-state.tsx";
import { useConfirm } from "../use-confirm.tsx";
import { List } from "./list.tsx";
import { FilterSelect, ListBar, ListPage } from "./list-page.tsx";
import { RowActions, RowButton } from "./row-actions.tsx";

const blockSearch = searchOf({ q: textOf, kind: oneOf(["ip", "phone"]), page: pageOf, open: textOf });

function blocksQuery(kind: string, search: string, page: number) {
  return queryOptions({
    queryKey: ["blocks", kind, search, page],
    queryFn: ({ signal }) => api.call("/api/admin/block/list", { kind, search, page, count_per_list: 2 }, { signal }),
  });
}

/** A list page as pages of the back office make one. */
function Blocks() {
  const { search, set, filter, onPage } = useSearch(blockSearch);
  const { q = "", kind, page = 1, open } = search;
  const query = useQuery(blocksQuery(kind ?? "", q, page));
  const confirm = useConfirm();
  const lift = async (id: number) => {
    await api.call("/api/admin/block/remove", { id });
    await query.refetch();
  };
  return (
    <ListPage
      title="Blocks"
      filters={
        <ListBar search={{ value: q, onChange: (next) => filter({ q: next }) }}>
          <FilterSelect
            label="Kind"
            value={kind}
            options={[
              { value: "ip", label: "Address" },
              { value: "phone", label: "Phone" },
            ]}
            onChange={(next) => filter({ kind: next })}
          />
        </ListBar>
      }
    >
      <List
        density="compact"
        query={query}
        caption="Blocks"
        rowKey={(row) => row.value}
        columns={[
          { key: "value", head: "Value", cell: (row) => row.value },
          {
            key: "do",
            head: "Actions",
            cell: (row) => (
              <RowActions>
                <RowButton
                  label={`Lift ${row.value}`}
                  onClick={() =>
                    confirm.ask({
                      title: `Lift ${row.value}?`,
                      text: "They may log in again.",
                      confirm: "Lift",
                      done: "Lifted",
                      run: () => lift(row.id),
                    })
                  }
                >
                  Lift
                </RowButton>
              </RowActions>
            ),
          },
        ]}
        onPage={onPage}
        chosen={open}
        onChoose={(row) => set({ open: row.value })}
        empty={<EmptyState art="queue" title="Nothing is blocked" />}
      />
      {confirm.dialog}
    </ListPage>
  );
}

let rows: { id: number; value: string }[];

beforeAll(() => startI18n("admin"));
beforeEach(() => {
  rows = [1, 2, 3, 4, 5].map((id) => ({ id, value: `192.0.2.${id}` }));
});
afterEach(() => vi.unstubAllGlobals());

const PER_PAGE = 2;

/** An api of blocks, which may refuse by code, and the page at an address. */
async function openAt(address: string, refuse: { list?: string; remove?: string } = {}) {
  const calls = stubApi({
    "/api/admin/block/list": ({ search, page }) => {
      if (refuse.list) return refuse.list;
      const found = rows.filter(({ value }) => value.includes(String(search)));
      const from = (Number(page) - 1) * PER_PAGE;
      return {
        list: found.slice(from, from + PER_PAGE),
        pageInfo: { page, total: found.length, pages: Math.ceil(found.length / PER_PAGE), countPerList: PER_PAGE },
      };
    },
    "/api/admin/block/remove": ({ id }) => {
      if (refuse.remove) return refuse.remove;
      rows = rows.filter((row) => row.id !== id);
      return {};
    },
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: Blocks }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await show(<RouterProvider router={router as never} />);
  await screen.findByRole("heading", { name: "Blocks" });
  return { calls, router };
}

test("a page turned keeps the filters in the address, a filter goes back to the first page", async () => {
  const { calls, router } = await openAt("/?q=%22192%22&kind=ip");
  await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "192", kind: "ip", page: 2 }));
  expect(await screen.findByText("192.0.2.3")).toBeDefined();
  expect(calls.at(-1)?.body).toMatchObject({ kind: "ip", search: "192", page: 2 });

  await userEvent.selectOptions(screen.getByLabelText("Kind"), "all");
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "192" }));
  expect(await screen.findByText("192.0.2.1")).toBeDefined();
});

test("the count is read out, and stands in the foot of the table", async () => {
  await openAt("/");
  const table = await screen.findByRole("table", { name: "Blocks" });
  expect(within(table).getByText("5 in total")).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe("5 in total Page 1 of 3");
});

test("a list without rows says what it is for", async () => {
  await openAt("/?q=zzz");
  expect(await screen.findByText("Nothing is blocked")).toBeDefined();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.getByRole("status").textContent).toContain("0 in total");
});

test("a refused list says why and can be asked for again", async () => {
  const refuse: { list?: string } = { list: "E001" };
  await openAt("/", refuse);
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  delete refuse.list;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("192.0.2.1")).toBeDefined();
});

test("a row opens by its first cell, and its key is in the address", async () => {
  const { router } = await openAt("/?page=2");
  await userEvent.click(await screen.findByRole("button", { name: "192.0.2.3" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ page: 2, open: "192.0.2.3" }));
  expect(screen.getByRole("button", { name: "192.0.2.3", pressed: true })).toBeDefined();
});

test("a refused confirmation keeps the dialog open and says why", async () => {
  await openAt("/", { remove: "C019" });
  await userEvent.click(await screen.findByRole("button", { name: "Lift 192.0.2.1" }));
  const dialog = screen.getByRole("dialog", { name: "Lift 192.0.2.1?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Lift" }));
  expect((await within(dialog).findByRole("alert")).textContent).not.toBe("");
  expect(screen.getByText("192.0.2.1")).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  // Asked again, it begins without the old refusal.
  await userEvent.click(screen.getByRole("button", { name: "Lift 192.0.2.2" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("after a deletion the dialog closes and the focus is in the list", async () => {
  await openAt("/");
  await userEvent.click(await screen.findByRole("button", { name: "Lift 192.0.2.1" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Lift" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("192.0.2.1")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Blocks" }));
});

test("when the only row of the last page is deleted, a button leads back to the others", async () => {
  const { router } = await openAt("/?page=3");
  await userEvent.click(await screen.findByRole("button", { name: "Lift 192.0.2.5" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Lift" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Nothing is blocked")).toBeNull();
  await userEvent.click(screen.getByText("Previous page"));
  expect(await screen.findByText("192.0.2.3")).toBeDefined();
  expect(router.state.location.search).toEqual({ page: 2 });
});

test("an address of nonsense is the default view", () => {
  expect(blockSearch({ q: "", kind: "all", page: "x", open: null, other: 1 })).toEqual({});
  expect(blockSearch({ q: 7, kind: "ip", page: "3" })).toEqual({ q: "7", kind: "ip", page: 3 });
  expect(blockSearch({ page: 1 })).toEqual({});
});
