import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Feed } from "#shared/realtime/feed.ts";
import { watched } from "#shared/realtime/watch.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { MinigamesPage } from "./picker-page.tsx";
import { DRAW, drawn, game, round } from "./samples.ts";

const feeds = new Map<string, Feed | null>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  // The device is 40 seconds behind the server.
  vi.setSystemTime(DRAW - 90_000 - 40_000);
  watched.serve((destination, feed) => void feeds.set(destination, feed));
});
afterEach(() => {
  watched.serve(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a tile has the time until the next draw by the server's clock and the last result, and follows the hub", async () => {
  const { stands } = game();
  const eos = game({ code: "eos3", every: 180, off: true, stands: { ...stands, game: "eos3", last: null } });
  stubApi({
    "/api/minigame/games": () => ({ now: new Date(DRAW - 90_000).toISOString(), beacon: null, games: [game(), eos] }),
  });
  const routeTree = createRootRoute({ component: MinigamesPage });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  await show(<RouterProvider router={createRouter({ routeTree, history })} />);
  const [first, second] = await screen.findAllByRole("link");
  if (!first || !second) throw new Error("no tiles");
  expect(first.getAttribute("href")).toBe("/member/minigame/powerball");
  expect(within(first).getByText("1:30")).toBeTruthy();
  expect(within(first).getByText("12")).toBeTruthy();
  expect(within(second).getByText("Betting paused")).toBeTruthy();
  expect(within(second).getByText("Not drawn yet")).toBeTruthy();

  const last = { ...drawn(100), outcome: { balls: [1, 2, 5, 6, 7], power: 0 } };
  const data2 = JSON.stringify({ ...stands, version: 8, rounds: [round(101)], last });
  act(() => feeds.get("/topic/minigame.pwball")?.onEvent({ cmd: "ROUND", data1: "pwball", data2, ver: 8, at: 1 }));
  expect(await within(first).findByText("6:30")).toBeTruthy();
  expect(within(first).queryByText("12")).toBeNull();
});
