import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { PayTablePage } from "./pay-table-page.tsx";
import { writeChance } from "./write.ts";

afterEach(() => vi.unstubAllGlobals());

const markets = [
  {
    key: "sum_size",
    rtp: 9_745,
    selections: [
      {
        key: "sum_size.under",
        price: 1_959,
        ways: 427_090_106_493_076_300,
        of: 858_478_958_817_125_100,
        rtp: 9_745,
        from: 253,
        to: 780,
      },
      {
        key: "sum_size.over",
        price: 1_940,
        ways: 431_388_852_324_048_830,
        of: 858_478_958_817_125_100,
        rtp: 9_748,
        from: 781,
        to: 1_309,
      },
    ],
    spots: [],
  },
  {
    key: "spots",
    rtp: 9_522,
    selections: [],
    spots: [
      { picks: 1, rtp: 9_522, pays: [0, 3_030] },
      { picks: 2, rtp: 9_565, pays: [0, 0, 10_000] },
    ],
  },
];

async function open(member: boolean) {
  const calls = stubApi({
    "/api/minigame/rules": () => ({ version: 1, markets }),
    "/api/bet/sports/limits": () => ({ minStake: 1_000, maxStake: 500_000, maxWin: 9_000_000 }),
  });
  await show(<PayTablePage game="keno" member={member} links={null} onSearch={() => undefined} />);
  const tables = await screen.findAllByRole("table");
  const rows = (table?: HTMLElement) =>
    within(table as HTMLElement)
      .getAllByRole("row")
      .map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));
  return { calls, tables: tables.map(rows) };
}

test("a guest reads prices, chances, ranges and returns, and asks for no limits", async () => {
  const { calls, tables } = await open(false);
  expect(tables[0]).toEqual([
    ["Selection", "Range", "Pays", "Chance", "Return"],
    ["Under", "253–780", "×1.959", "49.75%", "97.45%"],
    ["Over", "781–1309", "×1.94", "50.25%", "97.48%"],
  ]);
  expect(tables[1]).toEqual([
    ["Numbers picked", "0 hits", "1 hit", "2 hits", "Return"],
    ["1", "–", "×3.03", "", "95.22%"],
    ["2", "–", "–", "×10.00", "95.65%"],
  ]);
  expect(calls.map(({ path }) => path)).toEqual(["/api/minigame/rules"]);
});

test("a member reads the limits of a bet beside them", async () => {
  await open(true);
  expect(await screen.findByText("₩500,000")).toBeTruthy();
  expect(screen.getByText("₩1,000")).toBeTruthy();
});

test("a chance that cannot be counted is left out", () => {
  expect(writeChance(1, 4)).toBe("25%");
  expect(writeChance(0, 0)).toBe("–");
});
