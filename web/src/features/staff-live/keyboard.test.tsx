import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { afterDecision, type Command, commandOf, step, useCommands } from "./keyboard.ts";

const pressed = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };

describe("a key is a command", () => {
  test.each([
    ["j", "next"],
    ["k", "previous"],
    ["Enter", "open"],
    ["a", "approve"],
    ["r", "refuse"],
    ["x", undefined],
  ])("%s: %s", (key, command) => {
    expect(commandOf({ ...pressed, key })).toBe(command);
  });

  test("not with ctrl, which belongs to the browser", () => {
    expect(commandOf({ ...pressed, key: "r", ctrlKey: true })).toBeUndefined();
  });

  test("a held key moves the selection, but decides nothing", () => {
    expect(commandOf({ ...pressed, key: "j", repeat: true })).toBe("next");
    expect(commandOf({ ...pressed, key: "a", repeat: true })).toBeUndefined();
  });
});

describe("a step through the rows", () => {
  const rows = ["a", "b", "c"];
  test.each([
    ["starts at the first", null, 0, 1, "a"],
    ["goes on", "a", 0, 1, "b"],
    ["goes back", "b", 1, -1, "a"],
    ["ends at the last", "c", 2, 1, "c"],
    ["takes the row that took the place of a decided one", "x", 1, 1, "b"],
    ["takes the row before that place", "x", 1, -1, "a"],
    ["takes the last row when the decided one was behind it", "x", 3, 1, "c"],
  ] as const)("%s", (_, chosen, place, by, next) => {
    expect(step(rows, chosen, place, by)).toBe(next);
  });

  test("nowhere when nothing waits", () => {
    expect(step([], "a", 0, 1)).toBeNull();
  });
});

describe("after a decision the next row that waits is chosen", () => {
  const rows = ["a", "b", "c"];
  test.each([
    ["the one behind it", "a", [], "b"],
    ["not one that is being decided", "a", ["b"], "c"],
    ["the one before it when it was the last", "c", [], "b"],
    ["the nearest before it", "c", ["b"], "a"],
    ["none when nothing else waits", "a", ["b", "c"], null],
    ["the first when the decided one is gone", "x", [], "a"],
  ])("%s", (_, decided, taken, next) => {
    expect(afterDecision(rows, decided, new Set(taken))).toBe(next);
  });
});

function Page({ run, dialog }: { run(command: Command): void; dialog?: boolean }) {
  useCommands(run);
  return (
    <>
      <input aria-label="search" />
      <button type="button">row</button>
      {dialog && <dialog open>really?</dialog>}
    </>
  );
}

describe("the page listens", () => {
  test("but not while a field has the focus or a dialog is open", async () => {
    const run = vi.fn();
    const user = userEvent.setup();
    const { getByLabelText, rerender } = render(<Page run={run} />);
    await user.type(getByLabelText("search"), "ja");
    expect(run).not.toHaveBeenCalled();
    rerender(<Page run={run} dialog />);
    getByLabelText("search").blur();
    await user.keyboard("a");
    expect(run).not.toHaveBeenCalled();
  });

  test("and leaves Enter to a button that has the focus", async () => {
    const run = vi.fn();
    const user = userEvent.setup();
    const { getByText } = render(<Page run={run} />);
    getByText("row").focus();
    await user.keyboard("{Enter}j");
    expect(run.mock.calls).toEqual([["next"]]);
  });
});
