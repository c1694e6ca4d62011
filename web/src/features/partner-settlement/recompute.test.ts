import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Difference, Recomputer } from "./recompute.ts";

/** A file of internal/core/waterfall, whose tests read it as well. */
function testdata(name: string): string {
  return readFileSync(path.join(import.meta.dirname, "../../../../internal/core/waterfall/testdata", name), "utf8");
}

function golden(partner: string): string[] {
  return testdata(`${partner}.jsonl`).trimEnd().split("\n");
}

/** Computes a file again, whose text comes in one part or in several. */
function recompute(...parts: string[]) {
  const recomputer = new Recomputer();
  for (const part of parts) recomputer.read(part);
  return recomputer.end();
}

function recomputeLines(lines: string[]) {
  return recompute(...lines.map((line) => `${line}\n`));
}

/** The number of the line that differs; 0: the file is equal. Any other error fails the test. */
function differsAt(...parts: string[]): number {
  try {
    recompute(...parts);
    return 0;
  } catch (error) {
    if (error instanceof Difference) return error.line;
    throw error;
  }
}

/** A file that one could make up: a golden statement with edits, each at the first place that is found. */
interface Crafted {
  name: string;
  file?: string;
  text?: string;
  edit?: { find: string; replace: string; times?: number }[];
  line: number;
}

function read({ text, file = "plow1.jsonl", edit = [] }: Crafted): string {
  return edit.reduce((so, { find, replace, times = 1 }) => {
    expect(so).toContain(find);
    return so.replace(find, () => replace.repeat(times));
  }, text ?? testdata(file));
}

describe("a crafted file differs where the twin in Go says too", () => {
  const list = JSON.parse(testdata("crafted.json")) as Crafted[];

  it.each(list)("$name", (crafted) => {
    const file = read(crafted);
    expect(differsAt(file)).toBe(crafted.line);
    const cut = file.length >> 1;
    expect(differsAt(file.slice(0, cut), file.slice(cut))).toBe(crafted.line);
  });
});

describe("recompute", () => {
  it.each([
    ["phead", 7],
    ["plow1", 8],
  ])("finds the statement of %s equal", (partner, count) => {
    const proof = recomputeLines(golden(partner));
    expect(proof.partner).toBe(partner);
    expect(proof.lines).toBe(count);
    expect(golden(partner).at(-1)).toContain(proof.hash);
  });

  it("finds every digit that is another one", () => {
    const lines = golden("plow1");
    for (const [i, line] of lines.entries()) {
      for (const match of line.matchAll(/[0-8]/g)) {
        const changed = `${line.slice(0, match.index)}${Number(match[0]) + 1}${line.slice(match.index + 1)}`;
        expect(() => recomputeLines(lines.with(i, changed)), changed).toThrow(Difference);
      }
    }
  });

  it("says which line differs and what it should be", () => {
    const lines = golden("phead");
    const bad = (lines[2] as string).replace('"stake":10007', '"stake":10008');
    try {
      recomputeLines(lines.with(2, bad));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(Difference);
      expect((error as Difference).line).toBe(3);
      expect((error as Difference).got).toBe(bad);
    }
  });

  it("misses nothing that is left out or added", () => {
    const lines = golden("plow1");
    expect(() => recomputeLines(lines.slice(0, -1))).toThrow(Difference);
    expect(() => recomputeLines(lines.filter((_, i) => i !== 3))).toThrow(Difference);
    expect(() => recomputeLines([...lines, lines[1] as string])).toThrow(Difference);
    expect(() => recomputeLines([lines[0] as string, "x"])).toThrow(Difference);
    expect(() => recomputeLines([])).toThrow(Difference);
  });
});
