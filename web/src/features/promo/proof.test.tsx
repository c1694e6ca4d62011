import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "#shared/testing/render.tsx";
import type { Wheel } from "./promo.ts";
import { Proof } from "./proof.tsx";
import { verifyTurn } from "./wheel.ts";

const prizes = [
  { label: "nothing", pointAmt: 0, weight: 50 },
  { label: "little", pointAmt: 100, weight: 40 },
  { label: "much", pointAmt: 10_000, weight: 10 },
];
/** A turn as the server reckons it: internal/funds/promo has the same number for this seed. */
const turn: Wheel["turn"] = {
  day: "2026-11-27",
  version: 1,
  commit: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  done: true,
  spunAt: "2026-11-27T01:00:00Z",
  seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  clientSeed: "my luck",
  roll: 74,
  total: 100,
  prize: 1,
  pointAmt: 100,
};

test("a turn is computed again from its seeds", async () => {
  expect(await verifyTurn(prizes, turn)).toBe(true);
  // Each of these changes one thing that the member could be told wrongly.
  const wrong: Partial<typeof turn>[] = [
    { commit: `${turn.commit.slice(0, -1)}0` },
    { seed: `${turn.seed.slice(0, -1)}0` },
    { seed: "none" },
    { clientSeed: "" },
    { roll: 75 },
    { total: 101 },
    { prize: 2 },
    { pointAmt: 0 },
  ];
  for (const change of wrong) expect(await verifyTurn(prizes, { ...turn, ...change })).toBe(false);
  expect(await verifyTurn([...prizes].reverse(), turn)).toBe(false);
  expect(await verifyTurn([], turn)).toBe(false);
});

test("the proof says what the browser found", async () => {
  await show(<Proof prizes={prizes} turn={turn} />);
  expect(await screen.findByText("Recomputed by your browser: it matches.")).toBeTruthy();
});

test("a turn that was told wrongly is named", async () => {
  await show(<Proof prizes={prizes} turn={{ ...turn, roll: 1, prize: 0, pointAmt: 0 }} />);
  expect(await screen.findByText(/Does not match/)).toBeTruthy();
});

test("before the turn there is the promise only", async () => {
  await show(<Proof prizes={prizes} turn={{ ...turn, done: false, seed: "", clientSeed: "" }} />);
  expect(await screen.findByText(turn.commit)).toBeTruthy();
  expect(screen.queryByText(/your browser|Does not match/)).toBeNull();
});
