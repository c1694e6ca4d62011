// Draws a round of the house again from what is published of it: game, number, seed and the signature of the beacon, both as
// hexadecimal digits ("" for a round that is bound to no beacon). Runs in Node.js 20 and in the console of a browser.
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hexOf = (data) => [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function draw({ game, no, seed, signature }) {
  // 1. The randomness is SHA-256 of the signature; without a beacon it is 32 zero bytes. In the message it is 64 digits in lower case.
  const randomness =
    signature === "" ? "00".repeat(32) : hexOf(await crypto.subtle.digest("SHA-256", bytes(signature)));
  const message = new TextEncoder().encode(`hubstake/draw/1/${game}/${no}/${randomness}`);
  // 2. Block j = 0, 1, … is HMAC-SHA256 under the 32 bytes of the seed, of: message, one byte 0, j as 4 bytes, the highest first.
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let j = 0;
  const candidate = async () => {
    const data = new Uint8Array([...message, 0, 0, 0, 0, 0]);
    new DataView(data.buffer).setUint32(message.length + 1, j++);
    return new DataView(await crypto.subtle.sign("HMAC", key, data)).getBigUint64(0); // the first 8 bytes, the highest first
  };
  // 3. A number of 0 to n - 1 is the candidate of the next block modulo n. Candidates from max - max mod n on, where max is 2^64 - 1,
  // are skipped, or small numbers would be more likely.
  const below = async (n) => {
    const max = 2n ** 64n - 1n;
    for (;;) {
      const x = await candidate();
      if (x < max - (max % BigInt(n))) return Number(x % BigInt(n));
    }
  };
  // 4. k balls of 1 to n: the numbers stand in a row; ball i changes places with the one that below(n - i) picks of those from i on.
  const sample = async (n, k) => {
    const row = Array.from({ length: n }, (_, i) => i + 1);
    for (let i = 0; i < k; i++) {
      const picked = i + (await below(n - i));
      [row[i], row[picked]] = [row[picked], row[i]];
    }
    return row.slice(0, k);
  };
  // 5. Each kind of game takes its numbers in this order.
  if (game === "keno") return { balls: await sample(70, 22) };
  if (game === "pwball" || game.startsWith("eos")) return { balls: await sample(28, 5), power: await below(10) };
  if (game.startsWith("meta")) return { balls: await sample(20, 4), power: await below(10) };
  if (game.startsWith("coin")) {
    const coins = [];
    for (let i = 0; i < 3; i++) coins.push((await below(2)) === 0 ? "head" : "tail");
    return { coins };
  }
  // ladders, kenoladder: the leg, then three or four rungs. An odd number of rungs leads to the other side: left is odd, right is even.
  const start = await below(2);
  const lines = 3 + (await below(2));
  return { start: start === 0 ? "left" : "right", lines, end: (start + lines) % 2 === 0 ? "odd" : "even" };
}
