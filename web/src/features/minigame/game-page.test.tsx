import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import type { Feed } from "#shared/realtime/feed.ts";
import { watched } from "#shared/realtime/watch.ts";
import { Refused, show, stubApi } from "#shared/testing/render.tsx";
import { GamePage } from "./game-page.tsx";
import type { DrawBet, MinigameGame } from "./games.ts";
import { DRAW, drawBet, drawn, game, limits, power, powerSize, round, spots } from "./samples.ts";

class Watcher {
  observe() {}
  disconnect() {}
}

const feeds = new Map<string, Feed | null>();

beforeAll(async () => {
  await show(null);
  await addPlayTexts();
});
beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Watcher);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  feeds.clear();
  watched.serve((destination, feed) => void feeds.set(destination, feed));
});
afterEach(() => {
  watched.serve(null);
  vi.unstubAllGlobals();
});

interface World {
  /** The server's time. */
  at?: number;
  played?: MinigameGame;
  markets?: unknown[];
  bets?: () => DrawBet[];
  place?: () => unknown;
  lock?: string;
}

const placed = {
  betId: "D9",
  betStatus: "BET",
  stake: 10_000,
  odds: 1_940,
  bonus: 1_000,
  win: 19_400,
  balance: 0,
  legs: [1_940],
};

async function open(world: World = {}) {
  const { at = DRAW - 60_000, played = game(), markets = [power, powerSize], lock } = world;
  const calls = stubApi({
    "/api/minigame/games": () => ({ now: new Date(at).toISOString(), beacon: null, games: [played] }),
    "/api/minigame/rules": () => ({ version: 1, markets }),
    "/api/minigame/rounds": () => ({ list: [drawn(99), drawn(98)], pageInfo: {} }),
    "/api/minigame/bets": () => ({ list: world.bets?.() ?? [] }),
    "/api/bet/sports/limits": () => limits,
    "/api/bet/betProc": () => world.place?.() ?? placed,
  });
  await show(<GamePage code={played.code} lock={lock ?? null} links={(no) => <a href="/fair">Proof {no}</a>} />);
  await screen.findByLabelText("Stake");
  return { calls, sent: () => calls.filter(({ path }) => path === "/api/bet/betProc").map(({ body }) => body) };
}

const sheet = () => within(screen.getByRole("region", { name: "Place a bet" }));

test("a bet is placed with one press, as the member saw it, and the next one begins without a stake", async () => {
  const user = userEvent.setup();
  const { sent } = await open();
  expect(await screen.findByText(/From .1,000 to .1,000,000/)).toBeTruthy();
  const [odd] = sheet().getAllByRole("button", { name: "Odd 1.94" });
  if (!odd) throw new Error("no price");
  await user.click(odd);
  expect(odd.getAttribute("aria-pressed")).toBe("true");
  // The largest win bounds the stake.
  expect(screen.getByText(/From .1,000 to .515,463/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "10,000" }));
  expect(screen.getByText(/^.19,400$/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^Bet .10,000$/ }));
  expect(await screen.findByText(/Bet placed on round 100: Powerball, odd or even: Odd/)).toBeTruthy();
  expect(sent()).toMatchObject([
    { legs: [], stake: 10_000, draw: { game: "pwball", no: 100, selection: "power.odd", price: 1_940 } },
  ]);
  expect(odd.getAttribute("aria-pressed")).toBe("false");
  const stake = screen.getByRole<HTMLInputElement>("textbox", { name: "Stake" });
  expect(stake.value).toBe("");
  await user.click(odd);
  await user.click(screen.getByRole("button", { name: "5,000" }));
  expect(stake.value).toBe("5,000");
  await user.click(screen.getByRole("button", { name: "Last: 10,000" }));
  expect(stake.value).toBe("10,000");
});

test("a round that closed meanwhile is said to be closed", async () => {
  const user = userEvent.setup();
  await open({ place: () => new Refused("B0099", { reason: "closed", legs: [0], now: [], maxStake: 0 }) });
  await user.click(sheet().getByRole("button", { name: "Even 1.94" }));
  await user.click(screen.getByRole("button", { name: "5,000" }));
  await user.click(screen.getByRole("button", { name: /^Bet .5,000$/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Betting on this round has closed");
});

test("after the close no price can be chosen, and the draw is waited for", async () => {
  const user = userEvent.setup();
  await open({ at: DRAW - 5_000 });
  expect(screen.getByText(/Betting is closed\./)).toBeTruthy();
  const even = sheet().getByRole("button", { name: "Even 1.94" });
  await user.click(even);
  expect(even.getAttribute("aria-pressed")).toBe("false");
  expect(sheet().getByRole<HTMLButtonElement>("button", { name: "Betting is closed" }).disabled).toBe(true);
});

test("a member who may not bet is told why", async () => {
  await open({ lock: "B1002" });
  expect(screen.getByRole("alert").textContent).toContain("Betting is locked");
});

test("keno numbers are picked up to the most, and bet on in ascending order with the pay table of their count", async () => {
  const user = userEvent.setup();
  const { stands } = game();
  const { sent } = await open({
    played: game({ code: "keno", kind: "keno", pool: 70, drawn: 22, stands: { ...stands, game: "keno", last: null } }),
    markets: [spots],
  });
  const pick = (number: number) => user.click(sheet().getByRole("button", { name: String(number) }));
  await pick(33);
  expect(sheet().getByText("×3.00")).toBeTruthy();
  await pick(4);
  await pick(50);
  expect(sheet().getByText("2 of 2 numbers")).toBeTruthy();
  expect(sheet().getByText("×0.50")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "5,000" }));
  await user.click(screen.getByRole("button", { name: /^Bet .5,000$/ }));
  await screen.findByText(/Bet placed on round 100/);
  expect(sent()).toMatchObject([
    { stake: 5_000, draw: { game: "keno", no: 100, selection: "spots:4-33", price: 8_000 } },
  ]);
});

test("an event of the hub brings the next round at once; the bets are told when the draw has ended", async () => {
  let bets = [drawBet()];
  const { stands } = game();
  await open({ at: DRAW + 500, bets: () => bets });
  expect(screen.getByText(/The draw is under way/)).toBeTruthy();
  expect(screen.getByText("Open")).toBeTruthy();
  bets = [drawBet({ state: "won", paid: 19_400, paidAt: 1_940 })];
  const tell = (version: number, over: object) =>
    act(() =>
      feeds.get("/topic/minigame.pwball")?.onEvent({
        cmd: "ROUND",
        data1: "pwball",
        data2: JSON.stringify({ ...stands, version, ...over }),
        ver: version,
        at: 1,
      }),
    );
  // Its draw began so long ago that the page shows its end.
  tell(8, {
    rounds: [round(101)],
    last: { ...drawn(100), drawsAt: new Date(DRAW - 60_000).toISOString(), endedAt: null },
  });
  expect(await screen.findByRole("heading", { name: "Bet on round 101" })).toBeTruthy();
  tell(7, {});
  expect(screen.getByRole("heading", { name: "Bet on round 101" })).toBeTruthy();
  await waitFor(() => expect(screen.getByText(/Round 100: you won/)).toBeTruthy());
  expect(screen.getByText("Proof 100")).toBeTruthy();
});
