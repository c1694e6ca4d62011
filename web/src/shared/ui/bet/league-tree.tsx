import { type KeyboardEvent, useRef, useState } from "react";
import { useFormat } from "../../i18n/format.tsx";
import { Icon, type IconName } from "../icon.tsx";
import classes from "./league-tree.module.css";

export interface LeagueNode {
  key: string;
  name: string;
  /** How many matches are below it. */
  count: number;
  icon?: IconName;
  children?: readonly LeagueNode[];
}

interface LeagueTreeProps {
  label: string;
  nodes: readonly LeagueNode[];
  open: ReadonlySet<string>;
  chosen?: string;
  onOpen(open: ReadonlySet<string>): void;
  onChoose(key: string): void;
}

/**
 * Sports, countries and leagues with their matches counted. Keys are those of every tree: up and down, right opens, left closes or
 * leads to the parent, letters lead to a name.
 */
export function LeagueTree({ label, nodes, open, chosen, onOpen, onChoose }: LeagueTreeProps) {
  const format = useFormat();
  const root = useRef<HTMLUListElement>(null);
  const shown = visible(nodes, open);
  const [last, setLast] = useState<string>();
  // One stop for Tab: where the focus was, the chosen one, or the first.
  const stop = [last, chosen].find((wanted) => shown.some(({ key }) => key === wanted)) ?? shown[0]?.key;

  const toggle = (key: string, opens: boolean) => {
    const next = new Set(open);
    if (opens) next.add(key);
    else next.delete(key);
    onOpen(next);
  };
  const press = (node: LeagueNode) => {
    if (node.children) toggle(node.key, !open.has(node.key));
    else onChoose(node.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
    const at = items.indexOf(event.target as HTMLElement);
    const here = shown[at];
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keyStep(event.key, at, shown, open);
    if (step === undefined) return;
    event.preventDefault();
    if (step === "press") press(here.node);
    else if (step === "open" || step === "close") toggle(here.key, step === "open");
    else items[step]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the tree pattern on a list
    <ul ref={root} role="tree" aria-label={label} className={classes.tree} onKeyDown={onKeyDown}>
      {shown.map(({ key, level, node }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
        <li
          key={key}
          role="treeitem"
          aria-level={level}
          aria-expanded={node.children && open.has(key)}
          aria-selected={key === chosen}
          tabIndex={key === stop ? 0 : -1}
          className={classes.line}
          onFocus={() => setLast(key)}
          onClick={() => press(node)}
        >
          {node.icon && <Icon name={node.icon} size={18} />}
          <span className={classes.name}>{node.name}</span>
          <span className={classes.count}>{format.number(node.count)}</span>
          {node.children && (
            <span className={classes.arrow}>
              <Icon name="next" size={16} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Shown {
  key: string;
  level: number;
  node: LeagueNode;
}

/** The items that are in the page, from top to bottom. */
function visible(nodes: readonly LeagueNode[], open: ReadonlySet<string>, level = 1): Shown[] {
  return nodes.flatMap((node) => [
    { key: node.key, level, node },
    ...(node.children && open.has(node.key) ? visible(node.children, open, level + 1) : []),
  ]);
}

/** What a key does in a tree: the index to go to, or an action on the current item. */
function keyStep(
  key: string,
  at: number,
  shown: Shown[],
  open: ReadonlySet<string>,
): number | "open" | "close" | "press" | undefined {
  const here = shown[at];
  if (!here) return undefined;
  const branch = here.node.children !== undefined;
  const opened = branch && open.has(here.key);
  switch (key) {
    case "ArrowDown":
      return Math.min(at + 1, shown.length - 1);
    case "ArrowUp":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return shown.length - 1;
    case "ArrowRight":
      if (!branch) return undefined;
      return opened ? at + 1 : "open";
    case "ArrowLeft": {
      if (opened) return "close";
      const parent = shown.slice(0, at).findLastIndex(({ level }) => level < here.level);
      return parent < 0 ? undefined : parent;
    }
    case "Enter":
    case " ":
      return "press";
    default: {
      if ([...key].length !== 1) return undefined;
      const letter = key.toLocaleLowerCase();
      const after = [...shown.keys()].map((n) => (at + 1 + n) % shown.length);
      return after.find((n) => shown[n]?.node.name.toLocaleLowerCase().startsWith(letter));
    }
  }
}
