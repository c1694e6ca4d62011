/**
 * Numbers that follow from a seed and a message: the twin of internal/core/fairness, whose testdata/vectors.json is the truth for both.
 */
import { type Bytes, toHex } from "./bytes.ts";

const utf8 = new TextEncoder();
const MOST = (1n << 64n) - 1n;
const BLOCKS = 2 ** 32;

/**
 * The row of numbers of a seed and a message. Block j is HMAC-SHA256 under the seed of message ‖ 0x00 ‖ j as 4 bytes big-endian; its first
 * 8 bytes big-endian are one candidate. Numbers are asked for one after the other.
 */
export class Stream {
  readonly #key: CryptoKey;
  /** The message, a zero byte, and four bytes for the number of the block. */
  readonly #input: Bytes;
  #block = 0;

  private constructor(key: CryptoKey, message: string) {
    const text = utf8.encode(message);
    this.#key = key;
    this.#input = new Uint8Array(text.length + 5);
    this.#input.set(text);
  }

  static async of(seed: Bytes, message: string): Promise<Stream> {
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Stream(key, message);
  }

  async #next(): Promise<bigint> {
    if (this.#block === BLOCKS) throw new Error("fairness: the stream is used up");
    new DataView(this.#input.buffer).setUint32(this.#input.length - 4, this.#block++);
    return new DataView(await crypto.subtle.sign("HMAC", this.#key, this.#input)).getBigUint64(0);
  }

  /** The next number from 0 to n−1. Candidates at or above (2⁶⁴−1) − ((2⁶⁴−1) mod n) are skipped: folding them in would favor small numbers. */
  async below(n: bigint): Promise<bigint> {
    if (n < 1n) throw new Error("fairness: no number is below this");
    const limit = MOST - (MOST % n);
    for (;;) {
      const x = await this.#next();
      if (x < limit) return x % n;
    }
  }

  /** Returns k different numbers of 1 to n in the order drawn, by a partial shuffle of Fisher and Yates. */
  async sample(n: number, k: number): Promise<number[]> {
    if (k < 0 || k > n) throw new Error("fairness: a sample that is larger than its whole");
    const rest = Array.from({ length: n }, (_, i) => i + 1);
    const drawn: number[] = [];
    for (let i = 0; i < k; i++) {
      // The swap of the definition: the number drawn leaves its place to the first of the rest.
      const j = i + Number(await this.below(BigInt(n - i)));
      const [first = 0, taken = 0] = [rest[i], rest[j]];
      rest[j] = first;
      drawn.push(taken);
    }
    return drawn;
  }
}

/** The message of a scheduled draw: the code of the game, the number of its round, and the randomness of the beacon. */
export function drawMessage(game: string, no: number, randomness: Uint8Array): string {
  return `hubstake/draw/1/${game}/${no}/${toHex(randomness)}`;
}
