import type { Res } from "#shared/api/client.ts";
import { type Beacon, quicknet, roundAt, verifyRound } from "#shared/fairness/beacon.ts";
import { type Bytes, fromHex, toHex } from "#shared/fairness/bytes.ts";
import { commitment, follows, headOf } from "#shared/fairness/chain.ts";
import { draw } from "#shared/fairness/draw.ts";
import { drawMessage, Stream } from "#shared/fairness/stream.ts";

export type PublishedRound = Res<"/api/minigame/round">;
type Network = NonNullable<Res<"/api/minigame/games">["beacon"]>;

/** The checks of a round, in the order in which they are made: those of the command verify (deployments/verify). One that is void has the last instead of an outcome. */
export const checkNames = [
  "times",
  "commitment",
  "follows",
  "chain",
  "beacon",
  "beaconRound",
  "signature",
  "outcome",
  "void",
] as const;
type CheckName = (typeof checkNames)[number];

export interface Check {
  name: CheckName;
  ok: boolean;
  /** The value that this browser computed; "" where a check has none. */
  found: string;
  /** The value that the site has published; "" where a check has none. */
  published: string;
}

interface Options {
  /** The beacon that the site names. It counts for the rounds that are bound to it, unless quicknet is meant: its key is part of this page. */
  beacon: Network | null;
  /** Seconds from draw to draw. */
  every: number;
  /** Called with how many hashes of the chain are done. */
  onHashes?(done: number): void;
  signal?: AbortSignal;
}

/** The longest way down a chain that is walked; a chain of the house is 100,000 long. */
const LONGEST_CHAIN = 1_000_000;
/** After its time a round that was not drawn is void (D-49), in ms. */
const TOO_LATE_MS = 600_000;
/** Hashes between two pauses, in which the page is drawn and input is taken. */
const CHUNK = 1_000;
const HASH_BYTES = 32;
/** The randomness of a round that is bound to no beacon. */
const NO_RANDOMNESS = new Uint8Array(HASH_BYTES);

/** A hash or a seed; null for other text. */
function hashOf(text: string): Bytes | null {
  return /^[0-9a-f]{64}$/i.test(text) ? fromHex(text) : null;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

async function walkDown(seed: Bytes, index: number, { onHashes, signal }: Options): Promise<string> {
  if (!Number.isSafeInteger(index) || index < 1 || index > LONGEST_CHAIN) return "";
  let hash = seed;
  for (let done = 0; done < index; done += CHUNK) {
    signal?.throwIfAborted();
    hash = await headOf(hash, Math.min(CHUNK, index - done));
    onHashes?.(Math.min(index, done + CHUNK));
    await pause();
  }
  return toHex(hash);
}

/** The beacon to which a round is bound, or null if it is bound to none that is known here. */
export function networkOf(round: Pick<PublishedRound, "beaconChain">, named: Network | null): Beacon | null {
  if (round.beaconChain === quicknet.hash) return quicknet;
  if (named === null || round.beaconChain === "" || named.chain !== round.beaconChain) return null;
  return { hash: named.chain, genesis: named.genesis, period: named.period, publicKey: named.publicKey };
}

/** The members that count, in the order of the rules: what is compared is text. */
function written({ balls, power, start, lines, end, coins }: NonNullable<PublishedRound["outcome"]>): string {
  return JSON.stringify({ balls, power: power ?? undefined, start, lines, end, coins });
}

async function drawAgain({ game, no }: PublishedRound, seed: Bytes, randomness: Bytes): Promise<string> {
  const outcome = await draw(game, await Stream.of(seed, drawMessage(game, no, randomness)));
  return outcome ? written(outcome as NonNullable<PublishedRound["outcome"]>) : "";
}

/** Reports whether a round was void by a rule, and not because of what would have been drawn. Staff writes reasons in its own words. */
function isVoidByRule({ outcome, endedAt, drawsAt, closesAt, signature, reason }: PublishedRound): boolean {
  if (outcome !== null || endedAt === null) return false;
  const ended = Date.parse(endedAt);
  if (reason === "late") return ended >= Date.parse(drawsAt) + TOO_LATE_MS;
  if (reason === "clock") return signature !== "" && ended < Date.parse(closesAt);
  return ended < Date.parse(drawsAt);
}

/** Computes a round that has ended again from all that is published of it, and yields each check as it is made. Throws if its seed is no seed. */
export async function* checkRound(round: PublishedRound, options: Options): AsyncGenerator<Check> {
  const seed = hashOf(round.seed);
  if (!seed) throw new Error("fairness: the round has no seed");
  const same = (name: CheckName, found: string, published: string): Check => ({
    name,
    ok: found !== "" && found === published,
    found,
    published,
  });

  const [opens, closes, draws] = [round.opensAt, round.closesAt, round.drawsAt].map((at) => Date.parse(at));
  const due = round.no * options.every * 1_000;
  const inOrder =
    opens !== undefined && closes !== undefined && draws !== undefined && opens < closes && closes < draws;
  yield {
    name: "times",
    ok: inOrder && draws === due,
    found: Number.isSafeInteger(due) ? new Date(due).toISOString() : "",
    published: round.drawsAt,
  };
  yield same("commitment", toHex(await commitment(seed)), round.commitment);
  // Empty: the round before waits for its draw.
  if (round.previousSeed !== "") {
    const previous = hashOf(round.previousSeed);
    yield {
      name: "follows",
      ok: previous !== null && (await follows(seed, previous)),
      found: toHex(await headOf(seed, 1)),
      published: round.previousSeed,
    };
  }
  yield same("chain", await walkDown(seed, round.index, options), round.chain);

  const network = networkOf(round, options.beacon);
  yield { name: "beacon", ok: network !== null, found: network?.hash ?? "", published: round.beaconChain };
  const unsigned = round.state === "void" && round.signature === "";
  let randomness: Bytes | null = round.beaconChain === "" ? NO_RANDOMNESS : null;
  if (network) {
    yield same("beaconRound", String(roundAt(network, draws ?? Number.NaN)), String(round.beaconRound));
    if (!unsigned) {
      randomness = await verifyRound(network, round.beaconRound, round.signature);
      yield {
        name: "signature",
        ok: randomness !== null,
        found: randomness ? toHex(randomness) : "",
        published: round.signature,
      };
    }
  }
  if (round.state === "void") {
    yield { name: "void", ok: isVoidByRule(round), found: "", published: round.endedAt ?? "" };
    return;
  }
  const again = randomness ? await drawAgain(round, seed, randomness) : "";
  yield same("outcome", again, round.outcome ? written(round.outcome) : "");
}
