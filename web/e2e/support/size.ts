import { execFileSync } from "node:child_process";

/**
 * The two sizes of a run. `make test` proves every rule on a part of what it holds for; with HUBSTAKE_DEEP=1 it is proved on all of it.
 */
export const deep = process.env.HUBSTAKE_DEEP === "1";

/** FNV-1a of 32 bits, as internal/testkit makes its seed of the commit. */
function fnv1a(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of Buffer.from(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}

function readSeed(): number {
  const given = Number(process.env.TEST_SEED ?? Number.NaN);
  if (Number.isSafeInteger(given) && given >= 0) return given;
  try {
    return fnv1a(execFileSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" }).trim());
  } catch {
    return 1; // a tree without git
  }
}

/** Chooses what a small run takes: TEST_SEED, else made of the commit, so that each commit takes another part and any run can be repeated. */
export const seed = readSeed();
process.env.TEST_SEED = String(seed); // the workers have the same, even if a commit is made meanwhile

/** Returns one of `parts` equal shares of a list, chosen by the seed; in a deep run the whole list. */
export function share<One>(all: readonly One[], parts: number): readonly One[] {
  return deep ? all : all.filter((_, at) => (at + seed) % parts === 0);
}
