import type { DrawBet, Market, MinigameGame, Round } from "./games.ts";

/** Test only: the draws of round 100 and its neighbours, five minutes apart. */
export const DRAW = Date.parse("2026-11-26T10:00:00Z");
const EVERY = 300_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Test only: a round of the powerball, open unless told. */
export function round(no: number, other: Partial<Round> = {}): Round {
  const draws = DRAW + (no - 100) * EVERY;
  return {
    game: "pwball",
    no,
    rules: 1,
    chain: "c",
    index: no,
    commitment: "d",
    beaconChain: "b",
    beaconRound: no,
    opensAt: iso(draws - EVERY),
    closesAt: iso(draws - 10_000),
    drawsAt: iso(draws),
    state: "open",
    seed: "",
    signature: "",
    outcome: null,
    endedAt: null,
    reason: "",
    ...other,
  };
}

/** Test only: a round that was drawn so many ms after its time. */
export function drawn(no: number, lateMs = 0): Round {
  return round(no, {
    state: "drawn",
    outcome: { balls: [17, 3, 28, 9, 12], power: 4 },
    endedAt: iso(DRAW + (no - 100) * EVERY + lateMs),
  });
}

/** Test only: the powerball while round 100 takes bets. */
export function game(other: Partial<MinigameGame> = {}): MinigameGame {
  return {
    code: "pwball",
    kind: "balls",
    every: EVERY / 1_000,
    drawn: 5,
    pool: 28,
    off: false,
    stands: { game: "pwball", version: 7, rounds: [round(100)], last: drawn(99) },
    ...other,
  };
}

const selection = (key: string, price: number, from = 0, to = 0) => ({
  key,
  price,
  ways: 1,
  of: 2,
  rtp: 9_700,
  from,
  to,
});

export const power: Market = {
  key: "power",
  rtp: 9_700,
  selections: [selection("power.odd", 1_940), selection("power.even", 1_940)],
  spots: [],
};

export const powerSize: Market = {
  key: "power_size",
  rtp: 9_700,
  selections: [selection("power_size.under", 1_940, 0, 4), selection("power_size.over", 1_940, 5, 9)],
  spots: [],
};

export const spots: Market = {
  key: "spots",
  rtp: 9_500,
  selections: [],
  spots: [
    { picks: 1, rtp: 9_500, pays: [0, 3_000] },
    { picks: 2, rtp: 9_500, pays: [0, 500, 8_000] },
  ],
};

/** Test only: a bet on round 100. */
export function drawBet(other: Partial<DrawBet> = {}): DrawBet {
  return {
    betId: "D1",
    game: "pwball",
    no: 100,
    selection: "power.odd",
    price: 1_940,
    stake: 10_000,
    pays: 19_400,
    state: "open",
    paid: 0,
    paidAt: 0,
    placedAt: iso(DRAW - 60_000),
    ...other,
  };
}

export const limits = {
  minStake: 1_000,
  maxStake: 1_000_000,
  maxWin: 1_000_000,
  minPrice: 1_100,
  maxPrice: 1_000_000,
  maxLegs: 20,
  pairs: [],
  bonuses: [],
  accept: "none",
  delaySeconds: 5,
  cancel: { withinSeconds: 300, beforeSeconds: 600, perDay: 3, left: 3 },
  quick: [5_000, 10_000],
};
