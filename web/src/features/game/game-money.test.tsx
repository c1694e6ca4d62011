import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PATIENCE } from "#shared/testing/patience.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { askGameMoney, balanceMoved, type GameMoney, gameMoneyQuery, newsOf } from "./game-money.ts";
import { GameMoneyStrip } from "./game-money-strip.tsx";
import { InGame } from "./in-game.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const none: GameMoney = {
  vendor: "own",
  name: "Harbor House",
  amt: 0,
  saidAt: "2026-09-10T12:00:00Z",
  toGame: 0,
  fromGame: 0,
  open: false,
  old: false,
};

describe("what became of money that was on its way", () => {
  const cases: [string, GameMoney[], GameMoney[], string[]][] = [
    ["nothing was", [{ ...none, amt: 500 }], [], []],
    ["still on its way", [{ ...none, amt: 500, fromGame: 500 }], [{ ...none, amt: 500, fromGame: 500 }], []],
    ["it came back", [{ ...none, amt: 500, fromGame: 500 }], [], ["back 500"]],
    ["a part was left", [{ ...none, amt: 500, fromGame: 400 }], [{ ...none, amt: 100 }], ["back 400"]],
    ["the vendor refused", [{ ...none, amt: 500, fromGame: 500 }], [{ ...none, amt: 500 }], ["stayed 500"]],
    ["it arrived", [{ ...none, toGame: 300 }], [{ ...none, amt: 300 }], ["arrived 300"]],
    [
      "a game is open: its figure moves",
      [{ ...none, amt: 500, fromGame: 400 }],
      [{ ...none, amt: 90, open: true }],
      [],
    ],
    ["it never got there", [{ ...none, toGame: 300 }], [], ["returned 300"]],
  ];
  test.each(cases)("%s", (_, before, after, news) => {
    expect(newsOf(before, after).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(news);
  });
});

function strip(playing = false) {
  return (
    <>
      <GameMoneyStrip playing={playing} />
      <Toasts />
    </>
  );
}

test("money is brought back at once, and it is said how much", async () => {
  let list = [{ ...none, amt: 50_000 }];
  const calls = stubApi({
    "/api/cash/gameMoney": () => ({ list }),
    "/api/cash/outGameMoney": () => {
      list = [];
      return { outAmt: 48_000, status: "complete" };
    },
  });
  await show(strip());
  await userEvent.click(await screen.findByRole("button", { name: "Bring back from Harbor House" }));
  expect(await screen.findByText("₩48,000 is back from Harbor House.")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Money in games" })).toBeNull();
  expect(calls.filter(({ path }) => path === "/api/cash/outGameMoney").map(({ body }) => body)).toEqual([
    { vendor: "own" },
  ]);
});

test("while the vendor has not answered that stands there, and the event tells the end", async () => {
  let list = [{ ...none, amt: 50_000 }];
  stubApi({
    "/api/cash/gameMoney": () => ({ list }),
    "/api/cash/outGameMoney": () => {
      list = []; // it is over before the page looks again
      return { outAmt: 50_000, status: "wait" };
    },
  });
  const { client } = await show(strip());
  await userEvent.click(await screen.findByRole("button", { name: /^Bring back/ }));
  expect(await screen.findByText("₩50,000 is on its way back")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Bring back/ }), "once is enough").toBeNull();
  expect(screen.queryByText(/^₩50,000 is back/)).toBeNull();
  balanceMoved(client);
  expect(await screen.findByText("₩50,000 is back from Harbor House.")).toBeTruthy();
});

test("a refusal stands beside the button, which stays", async () => {
  stubApi({
    "/api/cash/gameMoney": () => ({ list: [{ ...none, amt: 50_000 }] }),
    "/api/cash/outGameMoney": () => "G012",
  });
  await show(strip());
  await userEvent.click(await screen.findByRole("button", { name: /^Bring back/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("studio");
  expect(screen.getByRole("button", { name: /^Bring back/ })).toBeTruthy();
});

test("a moved balance asks only for whom a game has money; a game that was opened asks anyway", async () => {
  const calls = stubApi({ "/api/cash/gameMoney": () => ({ list: [] }) });
  const { client } = await show(strip(true));
  await vi.waitFor(() => expect(client.getQueryData(gameMoneyQuery.queryKey)).toEqual([]), PATIENCE);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), PATIENCE);
  const { length } = calls;
  balanceMoved(client);
  expect(client.isFetching()).toBe(0);
  askGameMoney(client);
  await vi.waitFor(() => expect(calls).toHaveLength(length + 1), PATIENCE);
});

describe("while a game is open", () => {
  /** Shows the pill and answers `list`; the polls of the page come when `later` lets the time pass. */
  async function playing(list: () => GameMoney[]) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = stubApi({ "/api/cash/gameMoney": () => ({ list: list() }) });
    await show(<InGame />);
    await vi.waitFor(() => expect(calls).toHaveLength(1), PATIENCE);
    return {
      later: async () => {
        const before = calls.length;
        await vi.advanceTimersByTimeAsync(5_000);
        await vi.waitFor(() => expect(calls.length).toBeGreaterThan(before), PATIENCE);
      },
      calls,
    };
  }

  test("the figure follows the vendor's, down to nothing and up again", async () => {
    let amt = 50_000;
    const { later } = await playing(() => [{ ...none, amt, open: true }]);
    expect(await screen.findByText("In game ₩50,000")).toBeTruthy();
    for (const next of [48_000, 0, 700]) {
      amt = next;
      await later();
      expect(await screen.findByText(`In game ₩${next.toLocaleString("en")}`)).toBeTruthy();
    }
    expect(screen.queryByText(/^as of/)).toBeNull();
  });

  test("a figure that the vendor does not confirm says of when it is, until the vendor answers", async () => {
    let money = { ...none, amt: 50_000, open: true, old: true };
    const { later } = await playing(() => [money]);
    expect(await screen.findByText("as of 21:00")).toBeTruthy();
    money = { ...money, old: false, amt: 51_000 };
    await later();
    expect(await screen.findByText("In game ₩51,000")).toBeTruthy();
    expect(screen.queryByText(/^as of/)).toBeNull();
  });

  test("once it is over nothing is asked for any more", async () => {
    let list = [{ ...none, amt: 50_000, open: true }];
    const { later, calls } = await playing(() => list);
    list = [];
    await later();
    const asked = calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(asked);
    expect(screen.queryByText(/^In game/)).toBeNull();
  });
});

test("an open game that has nothing is nothing to bring back", async () => {
  stubApi({ "/api/cash/gameMoney": () => ({ list: [{ ...none, open: true }] }) });
  const { client } = await show(strip());
  await vi.waitFor(() => expect(client.getQueryData(gameMoneyQuery.queryKey)).toHaveLength(1), PATIENCE);
  expect(screen.queryByRole("region", { name: "Money in games" })).toBeNull();
});
