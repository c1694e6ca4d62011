import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { deep, seed } from "./size.ts";

/** The types of the annotations that say how many pages a test loaded, and how many seconds it waits by the clock of the instance (support/test.ts). */
export const LOADS = "pages loaded";
export const WAITS = "seconds waited";
/** The maximum of pages that a run of `make test` loads: each costs a second of the machine, and they creep in one by one. */
const MOST = 150;
/** The most that a run of `make test` waits by the clock, in seconds, when all is well; those of Go have a bound of their own (internal/archtest). */
const MOST_SECONDS = 60;
const file = path.join(import.meta.dirname, "../../test-results/pages.txt");

/** Counts the pages that a run loads, writes them by file and fails a run with too many, or with too long waits by the clock. A deep run may load as many as it likes. */
export default class Loads implements Reporter {
  private readonly byFile = new Map<string, number>();
  private seconds = 0;

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = path.basename(test.location.file);
    const sumOf = (kind: string) =>
      result.annotations.reduce((all, { type, description }) => all + (type === kind ? Number(description) : 0), 0);
    this.byFile.set(name, (this.byFile.get(name) ?? 0) + sumOf(LOADS));
    this.seconds += sumOf(WAITS);
  }

  onEnd(): Promise<{ status?: FullResult["status"] }> {
    const lines = [...this.byFile].filter(([, loads]) => loads > 0).sort(([, a], [, b]) => b - a);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${[["all", this.all()], ...lines].map((line) => line.join("\t")).join("\n")}\n`);
    return Promise.resolve(this.tooMany() ? { status: "failed" } : {});
  }

  // The other reporters print at the end of the run, this one when they have.
  onExit(): Promise<void> {
    const counts = `${this.all()} pages loaded, ${this.seconds} s waited by the clock`;
    process.stdout.write(`${counts}, TEST_SEED=${seed}${deep ? ", deep" : ""}\n`);
    if (!deep && this.seconds > MOST_SECONDS)
      process.stdout.write(`At most ${MOST_SECONDS} s may be waited (support/test.ts).\n`);
    if (!deep && this.all() > MOST)
      process.stdout.write(`At most ${MOST} may be loaded; ${file} names those of each file.\n`);
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }

  private all(): number {
    return [...this.byFile.values()].reduce((sum, loads) => sum + loads, 0);
  }

  private tooMany(): boolean {
    return !deep && (this.all() > MOST || this.seconds > MOST_SECONDS);
  }
}
