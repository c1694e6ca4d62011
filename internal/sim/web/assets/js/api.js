// What the page asks its server. A spin carries a key made here: whenever an answer is lost the same key is sent again, and
// the server answers with the round that the key began, so a bad connection can neither play twice nor lose a round.

const here = location.pathname.replace(/\/$/, "");
const limit = 25000;

export class Refused extends Error {
  constructor(code, status) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

async function post(path, body) {
  const answer = await fetch(here + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limit),
  });
  const data = await answer.json();
  if (!answer.ok) throw new Refused(data.code ?? "UNAVAILABLE", answer.status);
  return data;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

export const state = () => post("/state", {});

/** Plays one round; choice is what the player chose in games that have a choice. onWait is called when the answer is not there and the same key is sent again. */
export const spin = (stake, choice, key, onWait) => insist("/spin", { stake, choice, key }, onWait);

/** Places a bet at a table, which carries its key. */
export const bet = (order, onWait) => insist("/bet", order, onWait);

async function insist(path, body, onWait) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      return await post(path, body);
    } catch (error) {
      // A refusal is an answer. Anything else leaves the outcome open, so the question stands until it is answered.
      if (error instanceof Refused && error.status < 500) throw error;
      onWait();
      await pause(wait);
    }
  }
}
