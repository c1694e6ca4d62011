// Proof that a result was not chosen: the hash of a game's seed is shown before it, the seed after it, and here the browser compares them.

import { make, t } from "./text.js";

/** Hashes that this page showed before a spin, by the id of the round. */
const promises = new Map();

export const remember = (id, hash) => promises.set(id, hash);

export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256("commit:" ‖ seed) in hexadecimal digits. */
export async function commitment(seed) {
  const text = new Uint8Array([...new TextEncoder().encode("commit:"), ...fromHex(seed)]);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}

const fact = (key, value) => make("div", {}, make("dt", {}, t(key)), make("dd", {}, make("code", {}, value)));

/** The hash of the next game, with a word on what it is for; nothing if there is none yet. */
export const next = (hash) => (hash ? [make("h3", {}, t("fair.title")), make("p", { class: "quiet" }, t("fair.text")), make("dl", { class: "fair" }, fact("fair.next", hash))] : []);

/** Hash and seed of a game, and what the browser found. Browsers compute hashes on secure addresses only. */
export function proof(round) {
  if (!round.seed) return [];
  const promised = promises.get(round.id) ?? round.commitment;
  const verdict = make("p", { class: "verdict", role: "status" });
  if (globalThis.crypto?.subtle) {
    commitment(round.seed).then((found) => {
      verdict.classList.toggle("bad", found !== promised);
      verdict.textContent = t(found === promised ? "fair.good" : "fair.bad");
    });
  }
  return [make("dl", { class: "fair" }, fact("fair.hash", promised), fact("fair.seed", round.seed), fact("fair.message", round.message)), verdict];
}
