/** Computes a statement again apart from the page, which stays quick: text comes in parts, in any cut, and the answer at its end. */
import { Difference, type Proof, Recomputer } from "./recompute.ts";

export type Question = { text: string } | { end: true };
export type Answer = { proof: Proof } | { difference: { line: number; want: string; got: string } };

const recomputer = new Recomputer();
let ended = false;

function answer(what: Answer): void {
  ended = true;
  self.postMessage(what);
}

self.addEventListener("message", ({ data }: MessageEvent<Question>) => {
  if (ended) return;
  try {
    if ("end" in data) answer({ proof: recomputer.end() });
    else recomputer.read(data.text);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    answer({ difference: { line: error.line, want: error.want, got: error.got } });
  }
});
