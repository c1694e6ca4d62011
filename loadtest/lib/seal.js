// Sealed payloads (hub/README.md, "Payload"): the key of a connection and the opening of a body. k6's WebCrypto has AES-GCM
// and HMAC but no HKDF, so that is made of HMAC here (RFC 5869). hub-vectors.js holds it against hub/seal/testdata/vectors.json.
import { concat, fromBase64, fromBase64URL, text, utf8 } from "./bytes.js";

const keySize = 32;
const saltSize = 16;
const ivChars = 16;
const tagSize = 16;

async function hmac(key, data) {
  const k = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", k, data));
}

/** HKDF-SHA256 with an output of 32 bytes, which is the first block. */
async function hkdf(secret, salt, info) {
  const prk = await hmac(salt, secret);
  return hmac(prk, concat(info, new Uint8Array([1])));
}

/** The 32 bytes of a connection's key. hubKey and salt are base64url, session is the one of CONNECTED. */
export async function derive(hubKey, salt, session) {
  const [k, s] = [fromBase64URL(hubKey), fromBase64URL(salt)];
  if (k.length !== keySize || s.length !== saltSize || session === "")
    throw new Error("a key, a salt and a session are needed");
  return hkdf(k, s, utf8(`hub-v1|${session}`));
}

/** What unseal takes: the key of a connection, ready for use. */
export function importKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "AES-GCM" }, false, ["decrypt"]);
}

/** The plaintext of a body; throws when it was not sealed for this session, destination and seq. seq is its decimal digits. */
export async function unseal(key, session, destination, seq, body) {
  if (body.length < ivChars) throw new Error("no IV");
  const iv = fromBase64URL(body.slice(0, ivChars));
  const sealed = fromBase64(body.slice(ivChars));
  if (sealed.length < tagSize) throw new Error("no tag");
  const additionalData = utf8(`v1|${session}|${destination}|${seq}`);
  return text(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData, tagLength: 8 * tagSize }, key, sealed),
  );
}
