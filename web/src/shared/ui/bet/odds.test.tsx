import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { show } from "#shared/testing/render.tsx";
import { LeagueTree } from "./league-tree.tsx";
import { MatchList } from "./match-list.tsx";
import type { Match } from "./match-row.tsx";
import { OddsGrid } from "./odds-grid.tsx";

beforeAll(() => addPlayTexts());

const focused = () => document.activeElement?.textContent;

test("arrows walk over the prices of a market, and Tab stops there once", async () => {
  const choose = vi.fn();
  const price = (label: string, state: "open" | "suspended" = "open") => ({
    label,
    odds: 1_900,
    state,
    onChoose: () => choose(label),
  });
  await show(
    <>
      <OddsGrid
        name="Goals"
        corner="Line"
        columns={["Over", "Under"]}
        rows={[
          { name: "1.5", prices: [price("O1"), price("U1")] },
          { name: "2.5", prices: [null, price("U2", "suspended")] },
          { name: "3.5", prices: [price("O3"), price("U3")] },
        ]}
      />
      <button type="button">after</button>
    </>,
  );
  const user = userEvent.setup();
  await user.tab();
  expect(focused()).toContain("O1");
  await user.keyboard("{ArrowRight}");
  expect(focused()).toContain("U1");
  // A suspended price keeps its place in the walk, and cannot be chosen.
  await user.keyboard("{ArrowDown}{Enter}");
  expect(focused()).toContain("U2");
  expect(choose).not.toHaveBeenCalled();
  // There is no price at the left of it, and none above the first row.
  await user.keyboard("{ArrowLeft}");
  expect(focused()).toContain("U2");
  await user.keyboard("{ArrowDown}{Home}{ArrowUp}");
  // The gap is jumped over.
  expect(focused()).toContain("O1");
  await user.keyboard("{Control>}{End}{/Control}{Enter}");
  expect(choose).toHaveBeenCalledExactlyOnceWith("U3");
  await user.tab();
  expect(focused()).toBe("after");
  await user.tab({ shift: true });
  expect(focused()).toContain("U3");
});

const match = (id: string, odds = 1_850): Match => ({
  id,
  home: `Home ${id}`,
  away: `Away ${id}`,
  clock: "19:30",
  more: 12,
  prices: [{ id: `${id}-1`, label: "1", odds }, null, { id: `${id}-2`, label: "2", odds: 4_100, state: "locked" }],
});

function Matches({ matches, density }: { matches: Match[]; density: "roomy" | "standard" | "dense" }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <MatchList
      name="League"
      columns={["1", "X", "2"]}
      matches={matches}
      density={density}
      chosen={chosen}
      onChoose={(id) => setChosen(new Set([id]))}
      onOpen={vi.fn()}
      onFavourite={vi.fn()}
    />
  );
}

test.each(["roomy", "standard", "dense"] as const)(
  "a %s list names its prices and takes those that are open",
  async (density) => {
    await show(<Matches matches={[match("a"), match("b")]} density={density} />);
    const open = screen.getAllByRole("button", { name: /^1 ?1\.85$/ });
    expect(open).toHaveLength(2);
    await userEvent.click(screen.getAllByRole("button", { name: /Locked/ })[0] as HTMLElement);
    expect(screen.queryAllByRole("button", { pressed: true })).toEqual([]);
    await userEvent.click(open[1] as HTMLElement);
    expect(screen.getAllByRole("button", { pressed: true })).toEqual([open[1]]);
  },
);

test("a price that moves says where it went for a moment, a row that comes does not take the stop of Tab", async () => {
  await show(null);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { rerender } = render(<Matches matches={[match("a")]} density="dense" />);
  const price = () => screen.getAllByRole("button", { name: /^1 ?[12]\./ })[0] as HTMLElement;
  rerender(<Matches matches={[match("a", 1_900)]} density="dense" />);
  expect(price().dataset.change).toBe("up");
  rerender(<Matches matches={[match("a", 1_700)]} density="dense" />);
  expect(price().dataset.change).toBe("down");
  act(() => vi.advanceTimersByTime(800));
  expect(price().dataset.change).toBeUndefined();
  rerender(<Matches matches={[match("b"), match("a", 1_700)]} density="dense" />);
  expect(
    [...document.querySelectorAll("[data-cell]")].filter((cell) => (cell as HTMLElement).tabIndex === 0),
  ).toHaveLength(1);
  vi.useRealTimers();
});

test("the league tree opens, closes and finds by keys", async () => {
  const choose = vi.fn();
  function Tree() {
    const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
    return (
      <LeagueTree
        label="Sports"
        open={open}
        onOpen={setOpen}
        onChoose={choose}
        nodes={[
          { key: "s", name: "Soccer", count: 3, children: [{ key: "pl", name: "Premier League", count: 2 }] },
          { key: "t", name: "Tennis", count: 1, children: [] },
        ]}
      />
    );
  }
  await show(<Tree />);
  const user = userEvent.setup();
  const at = () => document.activeElement?.textContent;
  await user.tab();
  expect(at()).toBe("Soccer3");
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("treeitem", { name: /Soccer/, expanded: true })).toBeDefined();
  await user.keyboard("{ArrowRight}{Enter}");
  expect(choose).toHaveBeenCalledExactlyOnceWith("pl");
  await user.keyboard("t");
  expect(at()).toBe("Tennis1");
  await user.keyboard("{ArrowUp}{ArrowLeft}");
  expect(at()).toBe("Soccer3");
  await user.keyboard("{ArrowLeft}");
  expect(screen.queryByText("Premier League")).toBeNull();
});
