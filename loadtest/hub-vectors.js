// lib/seal.js against hub/seal/testdata/vectors.json, the truth for every client. Needs no hub.
import { check } from "k6";
import { fromHex, hex, utf8 } from "./lib/bytes.js";
import { derive, importKey, unseal } from "./lib/seal.js";

const vectors = JSON.parse(open("../hub/seal/testdata/vectors.json"));

export const options = {
  iterations: 1,
  thresholds: { checks: ["rate==1"] },
};

/** The result of a promise, or undefined when it was rejected. */
function attempt(promise) {
  return promise.then(
    (v) => v,
    () => undefined,
  );
}

export default async function () {
  let n = 0;
  const is = (name, ok) => {
    n++;
    check(ok, { [name]: (v) => v });
  };
  for (const v of vectors.gcm) {
    const key = await crypto.subtle.importKey("raw", fromHex(v.key), { name: "AES-GCM" }, false, ["encrypt"]);
    const sealed = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv: fromHex(v.iv), additionalData: fromHex(v.aad), tagLength: 128 },
      key,
      fromHex(v.plaintext),
    );
    is(`gcm: ${v.name}`, hex(sealed) === v.ciphertext + v.tag);
  }
  for (const v of vectors.derive) {
    const key = await attempt(derive(v.sessKey, v.salt, v.session).then(hex));
    is(`derive: ${v.name}`, (key ?? "") === v.key);
  }
  for (const v of vectors.open) {
    const seq = v.aad.slice(v.aad.lastIndexOf("|") + 1); // the number may be too large for JavaScript
    const plain = await attempt(unseal(await importKey(fromHex(v.key)), v.session, v.destination, seq, v.body));
    is(`open: ${v.name}`, plain === (v.plaintext ?? "") && hex(utf8(plain)) === hex(utf8(v.plaintext ?? "")));
  }
  for (const v of vectors.reject) {
    const plain = await attempt(
      unseal(await importKey(fromHex(v.key)), v.session, v.destination, String(v.seq), v.body),
    );
    is(`reject: ${v.name}`, plain === undefined);
  }
  is("there are vectors of each kind", n >= 2 + 6 + 5 + 15);
}
