/**
 * The sealed payload of the hub: 16 base64url characters (the 12-byte IV), then the base64 of AES-256-GCM ciphertext and
 * tag. hub/seal/testdata/vectors.json is the truth for this file and for Go.
 */

const IV_CHARS = 16;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const utf8 = new TextEncoder();

/** Decodes base64 or base64url, padded or not. Throws on anything else. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; i++) bytes[i] = plain.charCodeAt(i);
  return bytes;
}

/** WebCrypto lives in secure contexts only (https or localhost); elsewhere the pages poll. */
export function canOpen(): boolean {
  return typeof crypto !== "undefined" && crypto.subtle !== undefined;
}

/**
 * The key of one connection: HKDF-SHA256 over the session's key with the salt of CONNECTED and the session id.
 * @param hubKey base64url, 32 bytes, from the login answer
 * @param salt base64url, 16 bytes, CONNECTED's `key-salt`
 */
export async function connectionKey(hubKey: string, salt: string, session: string): Promise<CryptoKey> {
  const secret = fromBase64(hubKey);
  const fresh = fromBase64(salt);
  if (secret.length !== KEY_BYTES || fresh.length !== SALT_BYTES || session === "") throw new Error("seal: not a key");
  const root = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: fresh, info: utf8.encode(`hub-v1|${session}`) },
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["decrypt"],
  );
}

/** Returns the text that binds a frame to its place. Both sides compute it, and the tag fits only if the texts are equal. */
export function additionalData(session: string, destination: string, seq: string): string {
  return `v1|${session}|${destination}|${seq}`;
}

/** Opens one payload. Rejects when it was altered, replayed, moved or cut short. */
export async function open(key: CryptoKey, aad: string, payload: string): Promise<string> {
  if (payload.length <= IV_CHARS) throw new Error("seal: payload too short");
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: fromBase64(payload.slice(0, IV_CHARS)), additionalData: utf8.encode(aad) },
    key,
    fromBase64(payload.slice(IV_CHARS)),
  );
  return new TextDecoder("utf-8", { fatal: true }).decode(plain);
}
