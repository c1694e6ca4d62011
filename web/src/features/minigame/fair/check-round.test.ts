import { expect, test } from "vitest";
import { type Check, checkNames, checkRound, networkOf, type PublishedRound } from "./check-round.ts";
import { EVERY, honest } from "./testing.ts";

const own = {
  chain: "07".repeat(32),
  publicKey: "00".repeat(96),
  genesis: 1_692_803_367,
  period: 3,
  public: false,
};

async function checksOf(patch: Partial<PublishedRound>, beacon: typeof own | null = null): Promise<Check[]> {
  const checks: Check[] = [];
  for await (const check of checkRound({ ...honest, ...patch }, { beacon, every: EVERY })) checks.push(check);
  return checks;
}

const failed = (checks: Check[]) => checks.filter(({ ok }) => !ok).map(({ name }) => name);

test("an honest round passes every check, in their order", async () => {
  const checks = await checksOf({});
  expect(checks.map(({ name }) => name)).toEqual(checkNames.filter((name) => name !== "void"));
  expect(failed(checks)).toEqual([]);
  expect(checks.at(-1)?.found).toBe('{"balls":[16,6,7,5,10],"power":6}');
});

const other = "07".repeat(32);
/** Staff stopped it while it took bets. */
const stopped = { state: "void", outcome: null, reason: "rain", endedAt: honest.opensAt } as const;

test.each<[string, Partial<PublishedRound>, string[]]>([
  ["another seed", { seed: other }, ["commitment", "follows", "chain", "outcome"]],
  ["another commitment", { commitment: other }, ["commitment"]],
  ["another seed before", { previousSeed: other }, ["follows"]],
  ["no hash before", { previousSeed: "x" }, ["follows"]],
  ["another head", { chain: other }, ["chain"]],
  ["another index", { index: 3 }, ["chain"]],
  ["an endless chain", { index: 1e9 }, ["chain"]],
  ["a later beacon", { beaconRound: honest.beaconRound + 1 }, ["beaconRound", "signature", "outcome"]],
  ["a beacon of its own", { beaconChain: other }, ["beacon", "outcome"]],
  ["no beacon", { beaconChain: "" }, ["beacon", "outcome"]],
  ["a bent signature", { signature: `80${honest.signature.slice(2)}` }, ["signature", "outcome"]],
  ["no signature", { signature: "" }, ["signature", "outcome"]],
  ["another outcome", { outcome: { balls: [16, 6, 7, 5, 10], power: 7 } }, ["outcome"]],
  ["another order", { outcome: { balls: [6, 16, 7, 5, 10], power: 6 } }, ["outcome"]],
  ["no outcome", { outcome: null }, ["outcome"]],
  ["another number", { no: honest.no + 1 }, ["times", "outcome"]],
  ["another game", { game: "eos5" }, ["outcome"]],
  ["a game that there is not", { game: "roulette" }, ["outcome"]],
  ["a later draw", { drawsAt: "2023-09-15T11:00:06Z" }, ["times", "beaconRound"]],
  ["bets until after it", { closesAt: "2023-09-15T11:00:04Z" }, ["times"]],
  ["void, with an outcome of its own", { state: "void", outcome: { balls: [1], power: 1 } }, ["void"]],
  ["void, not its commitment", { ...stopped, commitment: other }, ["commitment"]],
  ["stopped after its draw", { ...stopped, endedAt: "2023-09-15T11:00:04Z" }, ["void"]],
  ["late too soon", { ...stopped, reason: "late", endedAt: "2023-09-15T11:10:02Z" }, ["void"]],
  ["a clock without a proof", { ...stopped, reason: "clock", signature: "" }, ["void"]],
  ["a clock after the close", { ...stopped, reason: "clock", endedAt: honest.closesAt }, ["void"]],
])("%s is found", async (_, patch, names) => {
  expect(failed(await checksOf(patch))).toEqual(names);
});

test.each<[string, Partial<PublishedRound>]>([
  ["staff stopped", {}],
  ["could not be drawn in time", { reason: "late", endedAt: "2023-09-15T11:10:03Z" }],
])("a round that %s is proven as far as it went", async (_, patch) => {
  const checks = await checksOf({ ...stopped, ...patch, signature: "", previousSeed: "" });
  expect(failed(checks)).toEqual([]);
  expect(checks.map(({ name }) => name)).not.toContain("signature");
});

test("quicknet's key is the one of this page, whatever the site names", () => {
  expect(networkOf(honest, { ...own, chain: honest.beaconChain })?.publicKey).not.toBe(own.publicKey);
  expect(networkOf({ beaconChain: other }, own)?.publicKey).toBe(own.publicKey);
});

test("the way down the chain tells how far it is, and ends when the reader leaves", async () => {
  const leaving = new AbortController();
  const told: number[] = [];
  const run = async () => {
    const options = { beacon: null, every: EVERY, signal: leaving.signal };
    const onHashes = (done: number) => {
      told.push(done);
      if (told.length === 2) leaving.abort();
    };
    for await (const _ of checkRound({ ...honest, index: 2_500 }, { ...options, onHashes }));
  };
  await expect(run()).rejects.toThrow();
  expect(told).toEqual([1_000, 2_000]);
});
