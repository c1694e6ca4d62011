import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { honest } from "../fair/testing.ts";
import type { DrawSearch } from "../search.ts";
import { DrawResultsPage } from "./draw-results-page.tsx";

afterEach(() => vi.unstubAllGlobals());

async function open(search: DrawSearch, list: object[]) {
  const calls = stubApi({
    "/api/minigame/rounds": () => ({ list, pageInfo: { page: 1, countPerList: 10, total: list.length, pages: 1 } }),
  });
  function Here() {
    const [at, setAt] = useState(search);
    return <DrawResultsPage tabs="tabs" search={at} onSearch={setAt} check={(game, no) => `${game} ${no}`} />;
  }
  await show(<Here />);
  return () => calls.map(({ body }) => body);
}

test("a round has its result, the beginning of its commitment and the way to check it", async () => {
  const late = { ...honest, no: 7, state: "void", outcome: null, reason: "late" };
  await open({ game: "eos3" }, [honest, late]);
  const [, first, second] = await screen.findAllByRole("row");
  const cells = (row?: HTMLElement) =>
    within(row as HTMLElement)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(cells(first).slice(-3)).toEqual(["16 6 7 5 10 6Powerball 6", "c84d4d5eefdd…", "eos3 564925201"]);
  expect(cells(second).at(-3)).toBe("Void: it could not be drawn in time");
});

test("the game and the days go to the api; no round leads to all days", async () => {
  const bodies = await open({ from: "2026-11-20", to: "2026-11-26" }, []);
  expect(await screen.findByText("No rounds here")).toBeTruthy();
  expect(bodies()).toEqual([
    { gameCode: "pwball", page: 1, count_per_list: 10, startDate: "2026-11-20", endDate: "2026-11-26" },
  ]);
  await userEvent.selectOptions(screen.getByLabelText("Game"), "coin3");
  await userEvent.click(await screen.findByRole("button", { name: "Show all days" }));
  await screen.findByText("No rounds here");
  expect(bodies().at(-1)).toEqual({ gameCode: "coin3", page: 1, count_per_list: 10 });
});
