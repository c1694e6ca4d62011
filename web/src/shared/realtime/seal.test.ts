import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { additionalData, connectionKey, open } from "./seal.ts";

interface Sealed {
  name: string;
  key: string;
  session: string;
  destination: string;
  seq: string;
  body: string;
}
interface Vectors {
  gcm: { name: string; key: string; iv: string; aad: string; plaintext: string; ciphertext: string; tag: string }[];
  derive: { name: string; sessKey: string; salt: string; session: string; key: string }[];
  open: (Sealed & { aad: string; plaintext?: string })[];
  reject: Sealed[];
}

const file = readFileSync(new URL("../../../../hub/seal/testdata/vectors.json", import.meta.url), "utf8");
// `seq` is a 64-bit number, more than a JavaScript number holds; on the wire it is a header, so text is right here too.
const vectors: Vectors = JSON.parse(file.replace(/("seq":\s*)(\d+)/g, '$1"$2"'));

function hex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function aesKey(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", hex(text), "AES-GCM", false, ["encrypt", "decrypt"]);
}

test.each(vectors.gcm)("AES-256-GCM itself: $name", async ({ key, iv, aad, plaintext, ciphertext, tag }) => {
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: hex(iv), additionalData: hex(aad) },
    await aesKey(key),
    hex(plaintext),
  );
  expect(Buffer.from(sealed).toString("hex")).toBe(ciphertext + tag);
});

test.each(vectors.derive)("a connection's key: $name", async ({ sessKey, salt, session, key }) => {
  const derived = connectionKey(sessKey, salt, session);
  if (key === "") {
    await expect(derived).rejects.toThrow();
    return;
  }
  // The derived key cannot be exported, so it proves itself by opening what the expected key sealed.
  const iv = new Uint8Array(12);
  const aad = additionalData(session, "/topic/x", "1");
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(aad) },
    await aesKey(key),
    new TextEncoder().encode("same key"),
  );
  const body = Buffer.from(iv).toString("base64url") + Buffer.from(sealed).toString("base64");
  await expect(open(await derived, aad, body)).resolves.toBe("same key");
});

test.each(vectors.open)("opens: $name", async ({ key, session, destination, seq, aad, body, plaintext = "" }) => {
  expect(additionalData(session, destination, seq)).toBe(aad);
  await expect(open(await aesKey(key), aad, body)).resolves.toBe(plaintext);
});

test.each(vectors.reject)("refuses: $name", async ({ key, session, destination, seq, body }) => {
  await expect(open(await aesKey(key), additionalData(session, destination, seq), body)).rejects.toThrow();
});
