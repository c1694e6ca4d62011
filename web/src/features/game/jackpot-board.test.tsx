import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "#shared/testing/render.tsx";
import { JackpotBoard } from "./jackpot-board.tsx";
import type { JackpotGroup } from "./jackpots.ts";

afterEach(() => vi.unstubAllGlobals());

const game = {
  code: "palace",
  procId: "201",
  groupCode: "slot",
  name_KOR: "단청 궁",
  name_ENG: "Palace of Colours",
  thumbnail: "/art/games/palace.svg",
  isNew: false,
  isHot: false,
  ownWallet: false,
  rtp: 9595,
  lines: 10,
  volatility: 4,
};

function coins(amount: number): JackpotGroup {
  return {
    code: "coins",
    games: [game],
    levels: [
      { level: "mini", amount, wins: [{ memIdMasked: "ho***", amount: 21_000, at: "2026-11-24T05:00:00Z" }] },
      { level: "grand", amount: 10_000_003, wins: [] },
    ],
  };
}

/** Shows the board and returns what gives it new figures. */
async function live(first: JackpotGroup[]) {
  const changes: ((groups: JackpotGroup[]) => void)[] = [];
  function Live() {
    const [groups, change] = useState(first);
    changes.push(change);
    return <JackpotBoard groups={groups} onPlay={() => undefined} />;
  }
  await show(<Live />);
  return (groups: JackpotGroup[]) => act(() => changes[0]?.(groups));
}

/** How the device answers whether its reader wants less motion. */
function lessMotion(matches: boolean) {
  const list = { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => list);
}

test("a group shows its pools, greatest first, their last winners and the games that fill them", async () => {
  const onPlay = vi.fn();
  await show(<JackpotBoard groups={[coins(20_002)]} onPlay={onPlay} />);
  const group = screen.getByRole("article", { name: "Coin jackpot" });
  const [grand, mini] = within(group)
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect(grand).toContain("10,000,003");
  expect(grand).toContain("Not won yet");
  expect(mini).toContain("20,002");
  expect(mini).toContain("ho*** +₩21,000");
  await userEvent.click(within(group).getByRole("button", { name: "Palace of Colours" }));
  expect(onPlay).toHaveBeenCalledWith(game);
});

test("a group of a studio that the product does not know has a common name, and a level its own", async () => {
  const strange = { ...coins(5), code: "moon", levels: [{ level: "Lunar", amount: 5, wins: [] }] };
  await show(<JackpotBoard groups={[strange]} onPlay={() => undefined} />);
  expect(screen.getByRole("article", { name: "Jackpot" }).textContent).toContain("Lunar");
});

test("without jackpots there is no block, and when they stop coming no old figure is readable", async () => {
  const nothing = await show(<JackpotBoard groups={[]} onPlay={() => undefined} />);
  expect(nothing.container.textContent).toBe("");
  nothing.unmount();
  const change = await live([coins(20_002)]);
  change([]);
  expect(screen.getByRole("status").textContent).toBe("The jackpots are not available right now.");
  expect(screen.getByText("₩20,002").closest("[inert]")).not.toBeNull();
  change([coins(20_010)]);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a pool counts up to a new figure, and never past it or down", async () => {
  lessMotion(false);
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.spyOn(performance, "now").mockReturnValue(0);
  const change = await live([coins(20_000)]);
  change([coins(20_100)]);
  expect(screen.getByText("₩20,000")).toBeDefined();
  act(() => frames.at(-1)?.(450));
  expect(screen.getByText("₩20,050")).toBeDefined();
  act(() => frames.at(-1)?.(5_000));
  expect(screen.getByText("₩20,100")).toBeDefined();
  const counted = frames.length;
  change([coins(20_000)]);
  expect(screen.getByText("₩20,000")).toBeDefined();
  expect(frames).toHaveLength(counted);
});

test("a reader who wants less motion sees each figure at once", async () => {
  lessMotion(true);
  const change = await live([coins(20_000)]);
  change([coins(20_100)]);
  expect(screen.getByText("₩20,100")).toBeDefined();
});
