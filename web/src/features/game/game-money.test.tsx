import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { askGameMoney, balanceMoved, type GameMoney, gameMoneyQuery, newsOf } from "./game-money.ts";
import { GameMoneyStrip } from "./game-money-strip.tsx";

afterEach(() => vi.unstubAllGlobals());

const none: GameMoney = {
  vendor: "own",
  name: "Harbor House",
  amt: 0,
  saidAt: "2026-09-10T12:00:00Z",
  toGame: 0,
  fromGame: 0,
};

describe("what became of money that was on its way", () => {
  const cases: [string, GameMoney[], GameMoney[], string[]][] = [
    ["nothing was", [{ ...none, amt: 500 }], [], []],
    ["still on its way", [{ ...none, amt: 500, fromGame: 500 }], [{ ...none, amt: 500, fromGame: 500 }], []],
    ["it came back", [{ ...none, amt: 500, fromGame: 500 }], [], ["back 500"]],
    ["a part was left", [{ ...none, amt: 500, fromGame: 400 }], [{ ...none, amt: 100 }], ["back 400"]],
    ["the vendor refused", [{ ...none, amt: 500, fromGame: 500 }], [{ ...none, amt: 500 }], ["stayed 500"]],
    ["it arrived", [{ ...none, toGame: 300 }], [{ ...none, amt: 300 }], ["arrived 300"]],
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
  expect((await screen.findByRole("alert")).textContent).toContain("provider");
  expect(screen.getByRole("button", { name: /^Bring back/ })).toBeTruthy();
});

test("a moved balance asks only for whom a game has money; a game that was opened asks anyway", async () => {
  const calls = stubApi({ "/api/cash/gameMoney": () => ({ list: [] }) });
  const { client } = await show(strip(true));
  await vi.waitFor(() => expect(client.getQueryData(gameMoneyQuery.queryKey)).toEqual([]));
  balanceMoved(client);
  expect(calls).toHaveLength(1);
  askGameMoney(client);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
});
