import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { codeOf, gamePath } from "./addresses.ts";
import { BALLS_MS } from "./draw/timing.ts";
import { type Games, gamesQuery, putStanding, type Round, recordsQuery } from "./games.ts";
import { isLagging, toldState } from "./my-bets.tsx";
import { outcomeOf, phaseAt } from "./phase.ts";
import { DRAW, drawBet, drawn, game, power, powerSize, round } from "./samples.ts";
import { winnerOf } from "./winner.ts";

const { stands } = game();

test("a round takes bets until its close, then waits for its draw, then is drawn", () => {
  expect(phaseAt(stands, DRAW - 10_001)).toMatchObject({
    step: "betting",
    open: { no: 100 },
    shown: { no: 99 },
    told: 99,
  });
  // The last result stays on the stage until the close.
  expect(phaseAt(stands, DRAW - 10_000)).toMatchObject({ step: "closed", open: null, shown: { no: 100 }, since: null });
  expect(phaseAt(stands, DRAW)).toMatchObject({ step: "due", round: { no: 100 } });
});

test("while the draw of a round is shown, the next one takes bets, and the result is not told yet", () => {
  const next = { ...stands, version: 8, rounds: [round(101)], last: drawn(100, 2_000) };
  const began = DRAW + 2_000;
  const running = phaseAt(next, began + 100);
  expect(running).toMatchObject({ step: "betting", open: { no: 101 }, shown: { no: 100 }, since: began, told: 99 });
  expect(running.changesAt).toBe(began + BALLS_MS);
  expect(phaseAt(next, began + BALLS_MS)).toMatchObject({ running: false, shown: { no: 100 }, told: 100 });
});

test("a round that was published before its time is drawn at its time", () => {
  expect(phaseAt({ ...stands, rounds: [], last: drawn(100, -500) }, DRAW + 1).since).toBe(DRAW);
});

test("a void round has no draw", () => {
  const last = round(100, { state: "void", reason: "late", endedAt: new Date(DRAW + 60_000).toISOString() });
  expect(phaseAt({ ...stands, rounds: [], last }, DRAW + 60_001)).toMatchObject({
    running: false,
    told: 100,
    step: "none",
  });
});

test("the next change is waited for, and nothing after the last one", () => {
  expect(phaseAt(stands, DRAW - 100_000).changesAt).toBe(DRAW - 10_000);
  expect(phaseAt(stands, DRAW - 5_000).changesAt).toBe(DRAW);
  expect(phaseAt(stands, DRAW + 1).changesAt).toBeNull();
});

test("an outcome is read by its kind", () => {
  expect(outcomeOf({ balls: [1, 2], power: 0 })).toEqual({ balls: [1, 2], power: 0 });
  expect(outcomeOf({ balls: [1, 2] })).toEqual({ balls: [1, 2] });
  expect(outcomeOf({ start: "left", lines: 4, end: "odd" })).toEqual({ start: "left", lines: 4, end: "odd" });
  expect(outcomeOf({ coins: ["head", "tail"] })).toEqual({ coins: ["head", "tail"] });
  expect(outcomeOf({ start: "middle" })).toBeNull();
});

test("the answer that won a market of two", () => {
  const outcome = { balls: [17, 3, 28, 9, 12], power: 4 };
  expect(winnerOf(power, outcome)?.key).toBe("power.even");
  expect(winnerOf(powerSize, outcome)?.key).toBe("power_size.under");
  expect(winnerOf(powerSize, { ...outcome, power: 5 })?.key).toBe("power_size.over");
  expect(winnerOf(power, { coins: ["head", "head", "head"] })).toBeUndefined();
});

test("a bet is won or lost once the draw has ended on the page", () => {
  expect(toldState(drawBet({ state: "won" }), 99)).toBe("open");
  expect(toldState(drawBet({ state: "won" }), 100)).toBe("won");
  expect(toldState(drawBet({ state: "lost" }), 100)).toBe("lost");
  expect(toldState(drawBet(), 100)).toBe("open");
  expect(toldState(drawBet({ state: "void" }), 99)).toBe("void");
});

test("a bet is asked for again once its round has ended, and not while a later one ended before it", () => {
  expect(isLagging(drawBet(), 100, [])).toBe(true);
  expect(isLagging(drawBet(), 101, [{ no: 100 }])).toBe(false);
  expect(isLagging(drawBet(), 99, [])).toBe(false);
  expect(isLagging(drawBet({ state: "won" }), 100, [])).toBe(false);
});

test("a newer standing replaces the one before and adds its result, an older one changes nothing", () => {
  const client = new QueryClient();
  client.setQueryData<Games>(gamesQuery.queryKey, {
    aheadMs: 0,
    beacon: null,
    games: [game(), game({ code: "eos3" })],
  });
  client.setQueryData<Round[]>(recordsQuery("pwball").queryKey, [drawn(99)]);
  const shown = () => client.getQueryData(gamesQuery.queryKey)?.games;
  const other = shown()?.[1];
  const next = { ...stands, version: 8, rounds: [round(101)], last: drawn(100) };
  putStanding(client, next);
  expect(shown()?.[0]?.stands).toEqual(next);
  expect(shown()?.[1]).toBe(other);
  putStanding(client, { ...stands, version: 7 });
  putStanding(client, { ...stands, version: 8 });
  expect(shown()?.[0]?.stands).toEqual(next);
  expect(client.getQueryData(recordsQuery("pwball").queryKey)?.map(({ no }) => no)).toEqual([100, 99]);
});

test("games have the product's addresses", () => {
  expect(gamePath("pwball")).toBe("/member/minigame/powerball");
  expect(gamePath("eos3")).toBe("/member/minigame/eos3");
  expect([codeOf("speedkino"), codeOf("keno"), codeOf("meta5"), codeOf("7")]).toEqual([
    "keno",
    "keno",
    "meta5",
    undefined,
  ]);
});
