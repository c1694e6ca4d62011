import { writeFileSync } from "node:fs";
import path from "node:path";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { deep, seed } from "./size.ts";

/** The type of the annotation that says how many pages a test loaded (support/test.ts). */
export const LOADS = "pages loaded";
/** The maximum of pages that a run of `make test` loads: each costs a second of the machine, and they creep in one by one. */
const MOST = 150;
const file = path.join(import.meta.dirname, "../../test-results/pages.txt");

/** Counts the pages that a run loads, writes them by file and fails a run with too many. A deep run may load as many as it likes. */
export default class Loads implements Reporter {
  private readonly byFile = new Map<string, number>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = path.basename(test.location.file);
    const loads = result.annotations.filter(({ type }) => type === LOADS);
    const sum = loads.reduce((all, { description }) => all + Number(description), 0);
    this.byFile.set(name, (this.byFile.get(name) ?? 0) + sum);
  }

  onEnd(): Promise<{ status?: FullResult["status"] }> {
    const lines = [...this.byFile].filter(([, loads]) => loads > 0).sort(([, a], [, b]) => b - a);
    writeFileSync(file, `${[["all", this.all()], ...lines].map((line) => line.join("\t")).join("\n")}\n`);
    return Promise.resolve(this.tooMany() ? { status: "failed" } : {});
  }

  // The other reporters print at the end of the run, this one when they have.
  onExit(): Promise<void> {
    process.stdout.write(`${this.all()} pages loaded, TEST_SEED=${seed}${deep ? ", deep" : ""}\n`);
    if (this.tooMany()) process.stdout.write(`At most ${MOST} may be loaded; ${file} names those of each file.\n`);
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }

  private all(): number {
    return [...this.byFile.values()].reduce((sum, loads) => sum + loads, 0);
  }

  private tooMany(): boolean {
    return !deep && this.all() > MOST;
  }
}
