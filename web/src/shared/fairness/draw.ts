/** Draws the games of the house again from the numbers of their round: the twin of internal/core/draw, whose testdata/outcomes.json is the truth for both. */
import type { BallsOutcome, CoinOutcome, Face, KenoOutcome, LadderOutcome, Outcome } from "./outcome.ts";

/** The numbers from which a draw is made; the stream of a round is one. */
export interface Source {
  /** A number from 0 to n − 1. */
  below(n: bigint): Promise<bigint>;
  /** k different numbers of 1 to n in the order drawn. */
  sample(n: number, k: number): Promise<number[]>;
}

type Draw = (source: Source) => Promise<Outcome>;

function balls(drawn: number, pool: number): Draw {
  return async (source): Promise<BallsOutcome> => {
    const numbers = await source.sample(pool, drawn);
    return { balls: numbers, power: Number(await source.below(10n)) };
  };
}

async function ladder(source: Source): Promise<LadderOutcome> {
  const leg = Number(await source.below(2n));
  const lines = (await source.below(2n)) === 0n ? 3 : 4;
  return { start: leg === 0 ? "left" : "right", lines, end: (leg + lines) % 2 === 0 ? "odd" : "even" };
}

async function keno(source: Source): Promise<KenoOutcome> {
  return { balls: await source.sample(70, 22) };
}

async function coin(source: Source): Promise<CoinOutcome> {
  const face = async (): Promise<Face> => ((await source.below(2n)) === 0n ? "head" : "tail");
  return { coins: [await face(), await face(), await face()] };
}

const draws: ReadonlyMap<string, Draw> = new Map([
  ["pwball", balls(5, 28)],
  ["ladders", ladder],
  ["keno", keno],
  ["kenoladder", ladder],
  ["eos3", balls(5, 28)],
  ["eos5", balls(5, 28)],
  ["coin3", coin],
  ["coin5", coin],
  ["meta3", balls(4, 20)],
  ["meta5", balls(4, 20)],
]);

/** The outcome of a round of a game; nothing if there is no such game. The order in which it takes the numbers is part of the rules. */
export async function draw(game: string, source: Source): Promise<Outcome | undefined> {
  return draws.get(game)?.(source);
}
