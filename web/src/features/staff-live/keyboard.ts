import { useEffect, useRef } from "react";

/** The commands of the keyboard. */
export type Command = "next" | "previous" | "open" | "approve" | "refuse" | "hold" | "message" | "search" | "help";

const keys: Record<string, Command> = {
  j: "next",
  ArrowDown: "next",
  k: "previous",
  ArrowUp: "previous",
  Enter: "open",
  a: "approve",
  r: "refuse",
  h: "hold",
  m: "message",
  "/": "search",
  "?": "help",
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/** Keys that decide something must be pressed, not held down. */
const MAY_REPEAT: readonly Command[] = ["next", "previous"];

/** The command of a key press, if it is one. */
export function commandOf(event: Pressed): Command | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const command = keys[event.key];
  return command !== undefined && event.repeat && !MAY_REPEAT.includes(command) ? undefined : command;
}

/**
 * Returns the row that is selected after a step. When the selected row is gone, "next" is the row that took its place and
 * "previous" the one before that place, so a decision never moves the selection back to the top.
 */
export function step(rows: string[], chosen: string | null, place: number, by: 1 | -1): string | null {
  if (rows.length === 0) return null;
  const at = chosen === null ? -1 : rows.indexOf(chosen);
  const target = at >= 0 ? at + by : chosen === null ? 0 : by === 1 ? place : place - 1;
  return rows[Math.min(Math.max(target, 0), rows.length - 1)] ?? null;
}

/**
 * The row to choose after one was decided: the next one that waits, or the last before it. Rows in `taken` are being decided or
 * are done.
 */
export function afterDecision(rows: string[], decided: string, taken: ReadonlySet<string>): string | null {
  const at = rows.indexOf(decided);
  const waits = (key: string) => key !== decided && !taken.has(key);
  return rows.slice(at + 1).find(waits) ?? rows.slice(0, Math.max(at, 0)).findLast(waits) ?? null;
}

/** Elements that want their keys for themselves. */
const TYPING = "input, textarea, select, [contenteditable]";
const PRESSING = "button, a, summary";

/** Listens for keys while no dialog is open and the focus is not in a field. */
export function useCommands(run: (command: Command) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || target?.closest(TYPING) || document.querySelector("dialog[open]")) return;
      const command = commandOf(event);
      if (command === undefined || (command === "open" && target?.closest(PRESSING))) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
