/** The bytes of a hash or a seed, and their text: hexadecimal digits. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** WebCrypto lives in secure contexts only (https or localhost); elsewhere a page cannot verify. */
export function canVerify(): boolean {
  return typeof crypto !== "undefined" && crypto.subtle !== undefined;
}

/** Decodes hexadecimal digits of both cases. Throws on anything else, and on an odd number of them. */
export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new Error("fairness: not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Hexadecimal digits in lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
