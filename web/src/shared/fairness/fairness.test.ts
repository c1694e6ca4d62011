import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Beacon, quicknet, roundAt, verifyRound } from "./beacon.ts";
import { canVerify, fromHex, sameBytes, toHex } from "./bytes.ts";
import { commitment, follows, headOf } from "./chain.ts";
import { drawMessage, Stream } from "./stream.ts";

interface Vectors {
  commitments: { seed: string; commitment: string }[];
  chains: { last: string; length: number; head: string; seeds: { index: number; seed: string }[] }[];
  streams: { name: string; seed: string; message: string; bounds: string[]; numbers: string[] }[];
  samples: { seed: string; message: string; n: number; k: number; sample: number[] }[];
  draws: { game: string; no: number; randomness: string; seed: string; message: string; numbers: number[] }[];
  beacons: (Beacon & {
    rounds: { name: string; round: number; signature: string; randomness?: string }[];
    times: { at: string; round: number }[];
  })[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL("../../../../internal/core/fairness/testdata/vectors.json", import.meta.url), "utf8"),
);

test.each(vectors.commitments)("the commitment of $seed", async ({ seed, commitment: want }) => {
  expect(toHex(await commitment(fromHex(seed)))).toBe(want);
});

test.each(vectors.chains)("a chain of $length seeds", async ({ last, length, head, seeds }) => {
  expect(seeds.at(-1)).toEqual({ index: length, seed: last });
  for (const { index, seed } of seeds.filter((link) => link.index <= 1_000))
    expect(toHex(await headOf(fromHex(seed), index))).toBe(head);
  const [first = { seed: "" }, second] = seeds;
  expect(await follows(fromHex(first.seed), fromHex(head))).toBe(true);
  expect(await follows(fromHex(head), fromHex(first.seed))).toBe(false);
  if (second?.index === 2) expect(await follows(fromHex(second.seed), fromHex(first.seed))).toBe(true);
});

test.each(vectors.streams)("numbers: $name", async ({ seed, message, bounds, numbers }) => {
  const stream = await Stream.of(fromHex(seed), message);
  for (const [i, bound] of bounds.entries()) expect(String(await stream.below(BigInt(bound)))).toBe(numbers[i]);
});

test.each(vectors.samples)("$k of $n", async ({ seed, message, n, k, sample }) => {
  expect(await (await Stream.of(fromHex(seed), message)).sample(n, k)).toEqual(sample);
});

test.each(vectors.draws)("a draw of $game", async ({ game, no, randomness, seed, message, numbers }) => {
  expect(drawMessage(game, no, fromHex(randomness))).toBe(message);
  const stream = await Stream.of(fromHex(seed), message);
  for (const [i, bound] of [28n, 27n, 26n, 25n, 24n, 10n].entries())
    expect(Number(await stream.below(bound))).toBe(numbers[i]);
});

test.each(vectors.beacons.flatMap((beacon) => beacon.rounds.map((round) => ({ ...round, beacon }))))(
  "a signature $name of round $round",
  async ({ beacon, round, signature, randomness }) => {
    const got = await verifyRound(beacon, round, signature);
    expect(got && toHex(got)).toBe(randomness ?? null);
  },
);

test("a key that is not a point verifies nothing", async () => {
  const [
    {
      rounds: [good],
    } = { rounds: [] },
  ] = vectors.beacons;
  if (!good) throw new Error("no round");
  const by = (publicKey: string) => verifyRound({ ...quicknet, publicKey }, good.round, good.signature);
  expect(await by(quicknet.publicKey)).not.toBeNull();
  for (const key of ["", quicknet.publicKey.slice(2), `c0${"00".repeat(95)}`, `${quicknet.publicKey.slice(0, -1)}b`])
    expect(await by(key)).toBeNull();
  for (const round of [0, -1, 1.5, Number.NaN, 2 ** 60])
    expect(await verifyRound(quicknet, round, good.signature)).toBeNull();
});

test("the first round at or after a time", () => {
  expect(vectors.beacons[0]).toMatchObject(quicknet);
  for (const beacon of vectors.beacons)
    for (const { at, round } of beacon.times) expect(roundAt(beacon, Date.parse(at))).toBe(round);
});

test("what cannot be meant is refused", async () => {
  for (const bad of ["0", "0g", "0x00", " 00", "00 "]) expect(() => fromHex(bad)).toThrow("not hexadecimal");
  expect(toHex(fromHex("00FFa0"))).toBe("00ffa0");
  expect(sameBytes(fromHex("00"), fromHex("0000"))).toBe(false);
  const stream = await Stream.of(fromHex("00"), "");
  await expect(stream.below(0n)).rejects.toThrow("below");
  await expect(stream.sample(3, 4)).rejects.toThrow("larger");
  await expect(stream.sample(3, -1)).rejects.toThrow("larger");
  expect(canVerify()).toBe(true);
});
