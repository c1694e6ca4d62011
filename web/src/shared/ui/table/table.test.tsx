import { crc32 } from "node:zlib";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { show } from "#shared/testing/render.tsx";
import { DataTable } from "../data-table.tsx";
import { List } from "../list/list.tsx";
import type { Column } from "./column.ts";
import { fileOf } from "./file.ts";

interface Row {
  id: number;
  name: string;
  amount: number;
}

const rows: Row[] = [
  { id: 1, name: "B", amount: 20 },
  { id: 2, name: "A", amount: 100 },
  { id: 3, name: "C", amount: 3 },
];

const columns: Column<Row>[] = [
  { key: "name", head: "Name", phone: "title", value: (row) => row.name, cell: (row) => row.name, foot: "Total" },
  { key: "id", head: "Number", cell: (row) => `no. ${row.id}` },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    phone: "amount",
    value: (row) => row.amount,
    cell: (row) => `${row.amount} P`,
    foot: "123 P",
  },
  { key: "do", head: <span>Action</span>, cell: (row) => <button type="button">Do {row.name}</button> },
];

/** A window in which the media query of phones matches, or not. */
function windowOf(phone: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: phone && query.includes("640px"),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as never,
  );
}

const names = () => screen.getAllByRole("row").map((row) => row.firstElementChild?.textContent);

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("a table", () => {
  test("sorts a list that is here as a whole, figures as figures, and says so", async () => {
    await show(<DataTable caption="Rows" columns={columns} rows={rows} rowKey={(row) => row.id} sortable />);
    expect(names()).toEqual(["Name", "B", "A", "C", "Total"]);
    const head = screen.getByRole("columnheader", { name: "Amount" });
    expect(head.getAttribute("aria-sort")).toBe("none");
    await userEvent.click(within(head).getByRole("button"));
    expect(names().slice(1, -1)).toEqual(["A", "B", "C"]);
    expect(head.getAttribute("aria-sort")).toBe("descending");
    await userEvent.click(within(head).getByRole("button"));
    expect(names().slice(1, -1)).toEqual(["C", "B", "A"]);
    expect(head.getAttribute("aria-sort")).toBe("ascending");
    expect(screen.getByRole("columnheader", { name: "Number" }).hasAttribute("aria-sort")).toBe(false);
  });

  test("of a list in pages keeps the order of the server", async () => {
    await show(<DataTable caption="Rows" columns={columns} rows={rows} rowKey={(row) => row.id} />);
    expect(within(screen.getByRole("columnheader", { name: "Amount" })).queryByRole("button")).toBeNull();
  });

  test("of 5,000 rows has only those in sight in the page, and says how many there are", async () => {
    // The test document lays nothing out: the frame is given the height of a window.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
    const many = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `N${id}`, amount: id }));
    await show(<DataTable caption="Rows" columns={columns} rows={many} rowKey={(row) => row.id} />);
    const table = screen.getByRole("table");
    expect(table.getAttribute("aria-rowcount")).toBe("5001");
    expect(within(table).getAllByRole("row").length).toBeLessThan(60);
    expect(screen.getByText("N0").closest("tr")?.getAttribute("aria-rowindex")).toBe("2");
    expect(screen.queryByText("N4999")).toBeNull();
  });

  test("lets rows be chosen one by one and together", async () => {
    function Chooser() {
      const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
      return (
        <>
          <output>{[...chosen].join()}</output>
          <DataTable
            caption="Rows"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            selection={{ chosen, onChoose: setChosen, label: (row) => `Choose ${row.name}` }}
          />
        </>
      );
    }
    await show(<Chooser />);
    await userEvent.click(screen.getByRole("checkbox", { name: "Choose C" }));
    expect(screen.getByRole("status").textContent).toBe("3");
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
    expect([...(screen.getByRole("status").textContent ?? "")].filter((sign) => sign !== ",").sort()).toEqual([
      "1",
      "2",
      "3",
    ]);
    await userEvent.click(screen.getByRole("checkbox", { name: "Choose C" }));
    expect(screen.getByRole("status").textContent).toBe("1,2");
  });
});

describe("on a phone", () => {
  test("a row has two lines, and opens a sheet with all values and the actions", async () => {
    windowOf(true);
    await show(<DataTable caption="Rows" columns={columns} rows={rows} rowKey={(row) => row.id} />);
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.queryByText("no. 2")).toBeNull();
    expect(screen.getByText("123 P")).toBeDefined();
    const list = screen.getByRole("list", { name: "Rows" });
    await userEvent.click(within(list).getByRole("button", { name: "A 100 P" }));
    const sheet = screen.getByRole("dialog");
    expect(within(sheet).getByText("no. 2")).toBeDefined();
    expect(within(sheet).getByRole("button", { name: "Do A" })).toBeDefined();
  });

  test("a page's own dialog opens instead, and a linked row is its link", async () => {
    windowOf(true);
    const opened: number[] = [];
    const table = { caption: "Rows", rows, rowKey: (row: Row) => row.id };
    const first = await show(<DataTable {...table} columns={columns} onRow={(row) => opened.push(row.id)} />);
    await userEvent.click(screen.getByRole("button", { name: "B 20 P" }));
    expect(opened).toEqual([1]);
    expect(screen.queryByRole("dialog")).toBeNull();
    first.unmount();
    const links = columns.map(
      (column): Column<Row> =>
        column.key === "name" ? { ...column, cell: (row) => <a href={`#${row.id}`}>{row.name}</a> } : column,
    );
    await show(<DataTable {...table} columns={links} linked />);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("link", { name: "C" })).toBeDefined();
  });
});

test("the chosen columns and the height of rows are remembered for each list", async () => {
  const query = { data: { list: rows }, error: null, isError: false, refetch: () => undefined };
  const list = (name: string) => (
    <List query={query} caption="Rows" name={name} rowKey={(row) => row.id} columns={[...columns]} />
  );
  const first = await show(list("one"));
  await userEvent.click(screen.getByRole("button", { name: "View options" }));
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).queryByRole("checkbox", { name: "Name" })).toBeNull();
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Number" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Compact" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByText("no. 1")).toBeNull();
  first.unmount();
  const again = await show(list("one"));
  expect(screen.queryByText("no. 1")).toBeNull();
  again.unmount();
  await show(list("two"));
  expect(screen.getByText("no. 1")).toBeDefined();
});

const csvText = async (file: Blob) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());

/** The cells of a workbook, by the entries of its archive. */
async function sheetRows(file: Blob): Promise<(string | number | null)[][]> {
  const bytes = new DataView(await file.arrayBuffer());
  const text = (at: number, length: number) => new TextDecoder().decode(new Uint8Array(bytes.buffer, at, length));
  let sheet = "";
  for (let at = 0; bytes.getUint32(at, true) === 0x04034b50; ) {
    const [size, name] = [bytes.getUint32(at + 18, true), bytes.getUint16(at + 26, true)];
    const body = at + 30 + name;
    expect(bytes.getUint32(at + 14, true)).toBe(crc32(new Uint8Array(bytes.buffer, body, size)));
    if (text(at + 30, name) === "xl/worksheets/sheet1.xml") sheet = text(body, size);
    at = body + size;
  }
  const rows = [...new DOMParser().parseFromString(sheet, "application/xml").querySelectorAll("row")];
  return rows.map((row) =>
    [...row.children].map((c) => {
      if (c.getAttribute("t") === "inlineStr") return c.textContent;
      return c.textContent ? Number(c.textContent) : null;
    }),
  );
}

test("a file of rows has the named columns with a value, and no formula (security.md 2.4)", async () => {
  const cell = () => null;
  const text: Column<{ a: string | null; b: number }>[] = [
    { key: "a", head: "A", cell, value: (row) => row.a },
    { key: "b", head: 'B "net"', cell, value: (row) => row.b },
    { key: "c", head: "C", cell },
  ];
  const file = (format: "csv" | "xlsx") =>
    fileOf(format, text, [
      { a: "=1+1", b: -5 },
      { a: 'x, "y"', b: 0 },
      { a: null, b: 1 },
      { a: "-1200000", b: 2 },
      { a: "-1+1", b: 3 },
    ]);
  expect(await csvText(file("csv"))).toBe(
    '\uFEFFA,"B ""net"""\r\n\'=1+1,-5\r\n"x, ""y""",0\r\n,1\r\n-1200000,2\r\n\'-1+1,3\r\n',
  );
  expect(await sheetRows(file("xlsx"))).toEqual([
    ["A", 'B "net"'],
    ["=1+1", -5],
    ['x, "y"', 0],
    [null, 1],
    ["-1200000", 2],
    ["-1+1", 3],
  ]);
});
