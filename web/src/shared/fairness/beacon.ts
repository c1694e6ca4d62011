/**
 * Verifies rounds of a public randomness beacon of drand's scheme bls-unchained-g1-rfc9380: the twin of internal/core/beacon. The curve is
 * loaded when it is first needed, because few visitors verify.
 */
import { type Bytes, fromHex, sha256 } from "./bytes.ts";

const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const SIGNATURE_BYTES = 48;
const KEY_BYTES = 96;

export interface Beacon {
  /** Of the chain, 64 hexadecimal digits. */
  hash: string;
  /** Of round 1, Unix seconds. */
  genesis: number;
  /** Seconds. */
  period: number;
  /** Hexadecimal, 96 bytes. */
  publicKey: string;
}

/** drand's network of the League of Entropy that has a round every three seconds. */
export const quicknet: Beacon = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  genesis: 1_692_803_367,
  period: 3,
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb" +
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
};

/** The first round at or after a time in milliseconds; 1 before the genesis. */
export function roundAt({ genesis, period }: Beacon, time: number): number {
  return 1 + Math.max(0, Math.ceil((time - genesis * 1_000) / (period * 1_000)));
}

/**
 * The randomness of a round, the SHA-256 of its signature in hexadecimal digits; null unless the signature is the network's for this round.
 */
export async function verifyRound(beacon: Beacon, round: number, signature: string): Promise<Bytes | null> {
  if (!Number.isSafeInteger(round) || round < 1) return null;
  const { bls12_381 } = await import("@noble/curves/bls12-381.js");
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(round));
  const message = await sha256(number);
  try {
    const [bytes, key] = [fromHex(signature), fromHex(beacon.publicKey)];
    // One spelling only, the compressed one: the hash of another would be another randomness.
    if (bytes.length !== SIGNATURE_BYTES || key.length !== KEY_BYTES) return null;
    const { G1, G2, shortSignatures } = bls12_381;
    const [signed, signer] = [shortSignatures.Signature.fromBytes(bytes), G2.Point.fromBytes(key)];
    signed.assertValidity();
    signer.assertValidity();
    if (signed.equals(G1.Point.ZERO) || signer.equals(G2.Point.ZERO)) return null;
    const good = shortSignatures.verify(signed, shortSignatures.hash(message, DST), signer);
    return good ? await sha256(bytes) : null;
  } catch {
    return null; // bytes that are not a point
  }
}
