// Seeds that were promised and revealed, and the computation that anyone can do again: the same numbers as the server's
// (internal/core/fairness).

import { commitment, fromHex } from "./fair.js";
import { make, t } from "./text.js";

/** The numbers of a seed for a message: block j is HMAC-SHA256(seed, message ‖ 0x00 ‖ j), and its first 8 bytes are a number. */
function streamOf(key, message) {
  let block = 0;
  const text = new TextEncoder().encode(message);
  return async (n) => {
    const size = BigInt(n);
    const top = 2n ** 64n - 1n;
    const limit = top - (top % size);
    for (;;) {
      const data = new Uint8Array(text.length + 5);
      data.set(text);
      new DataView(data.buffer).setUint32(text.length + 1, block);
      block += 1;
      const x = new DataView(await crypto.subtle.sign("HMAC", key, data)).getBigUint64(0);
      if (x < limit) return Number(x % size);
    }
  };
}

/** A list in the order that a stream gives it. */
export async function shuffled(number, list) {
  const all = [...list];
  for (let i = 0; i < all.length; i++) {
    const j = i + await number(all.length - i);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

function revealed(proof, replay) {
  const out = make("div", { role: "status" });
  const check = make("button", { type: "button", class: "check" }, t("proof.check"));
  check.addEventListener("click", async () => {
    check.disabled = true;
    if (!crypto.subtle) {
      out.replaceChildren(make("p", { class: "quiet" }, t("proof.unable")));
      return;
    }
    if (await commitment(proof.seed) !== proof.commitment) {
      out.replaceChildren(make("p", {}, t("fair.bad")));
      return;
    }
    const key = await crypto.subtle.importKey("raw", fromHex(proof.seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    out.replaceChildren(make("p", {}, t("proof.good")), await replay((message) => streamOf(key, message)));
  });
  return make("li", {},
    make("h4", {}, `${t("fair.seed")} ${proof.no}`),
    make("code", {}, proof.seed), make("p", { class: "quiet" }, `${t("proof.print")}: `, make("code", {}, proof.commitment)), check, out);
}

/** The content of the sheet about the seeds of a table. */
export async function proofs(table, replay) {
  const answer = await (await fetch(`/v1/tables/${table}`)).json();
  return [
    make("p", {}, t("proof.text")),
    make("h3", {}, t("proof.current", { no: answer.current.no })),
    make("code", {}, answer.current.commitment),
    make("h3", {}, t("proof.revealed")),
    answer.revealed.length ? make("ul", { class: "proofs" }, ...answer.revealed.map((proof) => revealed(proof, replay)))
      : make("p", { class: "quiet" }, t("proof.none")),
  ];
}
