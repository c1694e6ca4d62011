/**
 * Commitments and the chain of seeds: the twin of internal/core/fairness, whose testdata/vectors.json is the truth for both.
 */
import { type Bytes, sameBytes, sha256 } from "./bytes.ts";

const prefix = new TextEncoder().encode("commit:");

/** Returns the hash that is published before betting opens: SHA-256("commit:" ‖ seed). */
export function commitment(seed: Bytes): Promise<Bytes> {
  const text = new Uint8Array(prefix.length + seed.length);
  text.set(prefix);
  text.set(seed, prefix.length);
  return sha256(text);
}

/** Reports whether a seed comes right after `previous` in a chain. The seed before the first one is the head. */
export async function follows(seed: Bytes, previous: Uint8Array): Promise<boolean> {
  return sameBytes(await sha256(seed), previous);
}

/** The head of the chain in which a seed has an index from 1 on: `index` hashes, about a second for 100,000. */
export async function headOf(seed: Bytes, index: number): Promise<Bytes> {
  let hash = seed;
  for (let i = 0; i < index; i++) hash = await sha256(hash);
  return hash;
}
