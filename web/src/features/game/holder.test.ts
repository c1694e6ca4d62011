import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CatalogGame } from "./catalog.ts";
import { CHECK_MS, GameHolder, type GameNews } from "./holder.ts";

const game = (code: string): CatalogGame => ({
  code,
  procId: "201",
  groupCode: "slot",
  name_KOR: "",
  name_ENG: code,
  thumbnail: "",
  isNew: false,
  isHot: false,
  ownWallet: false,
  rtp: 0,
  lines: 0,
  volatility: 0,
});

/** A browser window that goes where it is sent. */
class FakeTab {
  closed = false;
  at: string[] = [];
  focused = 0;
  focus() {
    this.focused++;
  }
  close() {
    this.closed = true;
  }
  go(address: string | null) {
    this.at.push(address ?? "waiting");
  }
}

interface Launch {
  code: string;
  answer(address: string): void;
  refuse(error: Error): void;
}

let tabs: FakeTab[];
let launches: Launch[];
/** The calls that reached the api, in order. */
let wire: string[];
let news: GameNews[];
let opened: string[];
let popups: boolean;
let games: GameHolder;

/** Lets everything that waits for an answer run. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  tabs = [];
  launches = [];
  wire = [];
  news = [];
  opened = [];
  popups = true;
  games = new GameHolder({
    open: () => {
      if (!popups) return null;
      const tab = new FakeTab();
      tabs.push(tab);
      return tab;
    },
    launch: ({ code }) => {
      wire.push(`launch ${code}`);
      return new Promise((answer, refuse) => launches.push({ code, answer, refuse }));
    },
    close: async () => {
      wire.push("close");
    },
    opened: ({ code }) => opened.push(code),
    told: (one) => news.push(one),
  });
});
afterEach(() => vi.useRealTimers());

async function openGame(code: string): Promise<void> {
  games.play(game(code));
  await settle();
  launches.at(-1)?.answer(`https://vendor.test/${code}`);
  await settle();
}

test("the window opens in the turn of the press, before the api is asked", () => {
  games.play(game("comet"));
  expect(tabs).toHaveLength(1);
  expect(wire).toEqual([]);
  expect(games.current()).toMatchObject({ phase: "opening" });
});

test("the window is sent to the game's address", async () => {
  await openGame("comet");
  expect(tabs[0]?.at).toEqual(["https://vendor.test/comet"]);
  expect(games.current()).toMatchObject({ game: { code: "comet" }, phase: "open" });
  expect(opened).toEqual(["comet"]);
});

test("a browser that refuses the window is told about, and nothing is launched", async () => {
  popups = false;
  games.play(game("comet"));
  await settle();
  expect(news).toMatchObject([{ kind: "blocked", game: { code: "comet" } }]);
  expect(games.current()).toBeNull();
  expect(wire).toEqual([]);
});

test("a refused launch closes the window and says why", async () => {
  games.play(game("comet"));
  await settle();
  const error = new Error("G9999");
  launches[0]?.refuse(error);
  await settle();
  expect(tabs[0]?.closed).toBe(true);
  expect(news).toMatchObject([{ kind: "failed", error }]);
  expect(games.current()).toBeNull();
  expect(wire).toEqual(["launch comet"]);
});

test("a window that the member closed is noticed within ten seconds, and the api hears of it once", async () => {
  await openGame("comet");
  const tab = tabs[0];
  if (tab) tab.closed = true;
  await vi.advanceTimersByTimeAsync(CHECK_MS - 1);
  expect(news).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(news).toMatchObject([{ kind: "ended", cause: "closed" }]);
  await vi.advanceTimersByTimeAsync(10 * CHECK_MS);
  expect(wire).toEqual(["launch comet", "close"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("closed while its address was asked for: the game that was launched is closed after it", async () => {
  games.play(game("comet"));
  await settle();
  games.leave();
  launches[0]?.answer("https://vendor.test/comet");
  await settle();
  expect(wire).toEqual(["launch comet", "close"]);
  expect(tabs[0]?.at).toEqual([]);
  expect(games.current()).toBeNull();
});

test("a second press on the same game comes back to its window", async () => {
  await openGame("comet");
  games.play(game("comet"));
  await settle();
  expect(tabs).toHaveLength(1);
  expect(tabs[0]?.focused).toBe(1);
  expect(wire).toEqual(["launch comet"]);
});

test("another game takes the window of the one that is open", async () => {
  await openGame("comet");
  await openGame("moonjar");
  expect(tabs).toHaveLength(1);
  expect(tabs[0]?.at).toEqual(["https://vendor.test/comet", "waiting", "https://vendor.test/moonjar"]);
  expect(games.current()).toMatchObject({ game: { code: "moonjar" }, phase: "open" });
  expect(news).toEqual([]);
});

test("a game that was replaced before its address came is not shown, and the later launch is asked for later", async () => {
  games.play(game("comet"));
  await settle();
  games.play(game("moonjar"));
  await settle();
  expect(wire).toEqual(["launch comet"]);
  launches[0]?.answer("https://vendor.test/comet");
  await settle();
  expect(wire).toEqual(["launch comet", "launch moonjar"]);
  launches[1]?.answer("https://vendor.test/moonjar");
  await settle();
  expect(tabs[0]?.at).toEqual(["waiting", "https://vendor.test/moonjar"]);
  expect(opened).toEqual(["moonjar"]);
});

test("after a close, another launch waits for it: a late close would end the new game", async () => {
  await openGame("comet");
  games.leave();
  games.play(game("moonjar"));
  await settle();
  expect(tabs).toHaveLength(2);
  expect(wire).toEqual(["launch comet", "close", "launch moonjar"]);
});

test.each([
  ["TK999", ["close"]],
  ["session", []],
  ["lock", ["close"]],
] as const)("%s closes the window and tells why", async (cause, told) => {
  await openGame("comet");
  games.down(cause);
  await settle();
  expect(tabs[0]?.closed).toBe(true);
  expect(news).toMatchObject([{ kind: "ended", cause, game: { code: "comet" } }]);
  expect(wire).toEqual(["launch comet", ...told]);
});

test("without a game an event about games says nothing", async () => {
  games.down("TK999");
  games.check();
  await settle();
  expect(news).toEqual([]);
  expect(wire).toEqual([]);
});

test("listeners hear each change and see the same object until the next", async () => {
  const heard: unknown[] = [];
  const stop = games.subscribe(() => heard.push(games.current()));
  await openGame("comet");
  expect(games.current()).toBe(games.current());
  games.leave();
  stop();
  await openGame("moonjar");
  expect(heard).toMatchObject([{ phase: "opening" }, { phase: "open" }, null]);
});
