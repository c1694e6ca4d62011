import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fromHex } from "./bytes.ts";
import { draw, type Source } from "./draw.ts";
import { drawMessage, Stream } from "./stream.ts";

const file = new URL("../../../../internal/core/draw/testdata/outcomes.json", import.meta.url);
const vectors: { game: string; numbers: number[]; outcome: string }[] = JSON.parse(readFileSync(file, "utf8"));

/** Gives a list of numbers, and shuffles as real streams do. */
function listed(numbers: number[]): Source & { left: number[] } {
  const left = [...numbers];
  const next = async (n: number): Promise<number> => {
    const number = left.shift() ?? Number.NaN;
    expect(number).toBeLessThan(n);
    return number;
  };
  const sample = async (n: number, k: number): Promise<number[]> => {
    const all = Array.from({ length: n }, (_, i) => i + 1);
    for (let i = 0; i < k; i++) {
      const j = i + (await next(n - i));
      [all[i], all[j]] = [all[j] ?? Number.NaN, all[i] ?? Number.NaN];
    }
    return all.slice(0, k);
  };
  return { below: async (n) => BigInt(await next(Number(n))), sample, left };
}

test.each(vectors)("$game by $numbers", async ({ game, numbers, outcome }) => {
  const source = listed(numbers);
  expect(JSON.stringify(await draw(game, source))).toBe(outcome);
  expect(source.left).toEqual([]);
});

test("every game has vectors, and no other is drawn", async () => {
  expect(new Set(vectors.map(({ game }) => game)).size).toBe(10);
  expect(await draw("roulette", listed([]))).toBeUndefined();
  expect(await draw("toString", listed([]))).toBeUndefined();
});

test("the stream of a round makes its outcome", async () => {
  const seed = fromHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const randomness = fromHex("fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587");
  const round = async (game: string) => draw(game, await Stream.of(seed, drawMessage(game, 5_857_344, randomness)));
  expect(await round("pwball")).toEqual({ balls: [12, 22, 11, 14, 1], power: 1 });
  expect(await round("keno")).toEqual({
    balls: [10, 44, 20, 32, 42, 39, 8, 2, 23, 58, 67, 45, 18, 7, 56, 48, 27, 28, 5, 65, 14, 13],
  });
});
