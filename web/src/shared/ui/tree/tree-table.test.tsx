import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show } from "#shared/testing/render.tsx";
import { treeRows } from "./tree-rows.ts";
import { TreeTable } from "./tree-table.tsx";

beforeAll(() => startI18n("admin"));

interface Node {
  id: string;
  below: number;
}

const MANY = 10_000;
const tops: Node[] = [
  { id: "a", below: 2 },
  { id: "b", below: MANY },
  { id: "c", below: 0 },
  { id: "d", below: -1 },
];
const children = new Map(
  tops.map(({ id, below }) => [
    id,
    Array.from({ length: Math.max(0, below) }, (_, at) => ({ id: `${id}${at}`, below: 0 })),
  ]),
);
const source = {
  roots: tops,
  rowKey: (node: Node) => node.id,
  hasChildren: (node: Node) => node.below !== 0,
  // d is still on its way.
  childrenOf: (node: Node) => (node.below < 0 ? undefined : children.get(node.id)),
};

function Tree({ onRow = () => undefined }: { onRow?(node: Node): void }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (
    <TreeTable
      {...source}
      caption="Partners"
      columns={[{ key: "name", head: "Name", cell: (node) => node.id }]}
      nameOf={(node) => node.id}
      open={open}
      onOpen={setOpen}
      onRow={onRow}
    />
  );
}

test("rows stand below those that are open, as deep as they are", () => {
  const rows = treeRows(source, new Set(["a", "d"]));
  expect(rows.map(({ key, level, open, waiting }) => [key, level, open, waiting])).toEqual([
    ["a", 1, true, false],
    ["a0", 2, undefined, false],
    ["a1", 2, undefined, false],
    ["b", 1, false, false],
    ["c", 1, undefined, false],
    ["d", 1, true, true],
  ]);
  expect(treeRows(source, new Set(["b"]))).toHaveLength(MANY + 4);
});

test("a row with ten thousand below it opens with those in sight alone", async () => {
  await show(<Tree />);
  await userEvent.click(screen.getByRole("button", { name: "Open b" }));
  const table = screen.getByRole("treegrid", { name: "Partners" });
  expect(table.getAttribute("aria-rowcount")).toBe(String(MANY + 5));
  // The test document has no height, so none is in sight; e2e/kit.spec.ts counts them in a browser.
  expect(table.querySelectorAll("tbody tr").length).toBeLessThan(60);
});

test("keys open, close and walk a tree, and a press on the button opens no row", async () => {
  const onRow = vi.fn();
  await show(<Tree onRow={onRow} />);
  const user = userEvent.setup();
  const at = () => (document.activeElement as HTMLElement | null)?.dataset.cell;
  await user.tab();
  expect(at()).toBe("a");
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("button", { name: "Close a" })).toBeDefined();
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(at()).toBe("a1");
  await user.keyboard("{ArrowLeft}");
  expect(at()).toBe("a");
  await user.keyboard("{ArrowLeft}");
  expect(screen.queryByText("a0")).toBeNull();
  await user.keyboard("{End}");
  expect(at()).toBe("d");
  await user.keyboard("{Enter}");
  expect(screen.getByRole("status").textContent).toBe("Loading the rows below…");
  await user.keyboard("{Home}");
  expect(at()).toBe("a");
  expect(onRow).not.toHaveBeenCalled();
  await user.click(screen.getByText("c"));
  expect(onRow).toHaveBeenCalledOnce();
});
