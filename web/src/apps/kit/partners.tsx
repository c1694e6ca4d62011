import { useMemo, useState } from "react";
import { Money } from "#shared/ui/money.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { TreeTable } from "#shared/ui/tree/tree-table.tsx";
import classes from "./kit.module.css";
import { useSample } from "./use-sample.ts";

interface Node {
  id: string;
  level: number;
}

const below = (node: Node) => (node.level === 1 ? 6 : node.level === 2 ? 2_000 : 0);

/** Four partners; one has six below it, and each of those two thousand members. */
export function Partners() {
  const sample = useSample();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(["1", "1.1"]));
  const source = useMemo(() => {
    const known = new Map<string, Node[]>();
    return {
      roots: ["1", "2", "3", "4"].map((id) => ({ id, level: 1 })),
      rowKey: (node: Node) => node.id,
      hasChildren: (node: Node) => below(node) > 0,
      childrenOf(node: Node) {
        const kept = known.get(node.id);
        if (kept) return kept;
        const made = Array.from({ length: below(node) }, (_, at) => ({
          id: `${node.id}.${at + 1}`,
          level: node.level + 1,
        }));
        known.set(node.id, made);
        return made;
      },
    };
  }, []);
  const nameOf = ({ id }: Node) => `${sample.partner} ${id}`;
  const columns: Column<Node>[] = [
    { key: "name", head: sample.partner, cell: nameOf, value: nameOf },
    { key: "count", head: sample.pages[2], align: "end", cell: (node) => below(node).toLocaleString("en") },
    ...sample.facts.slice(0, 3).map((head, at) => ({
      key: `money${at}`,
      head,
      align: "end" as const,
      cell: (node: Node) => <Money amount={(node.id.length * 7_919 + at * 1_300) * 100} />,
    })),
  ];
  return (
    <div className={classes.tree}>
      <TreeTable {...source} caption={sample.partner} columns={columns} nameOf={nameOf} open={open} onOpen={setOpen} />
    </div>
  );
}
