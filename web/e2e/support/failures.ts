import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** So much of an error is printed that its cause is told: the first lines, without colours. */
const MOST_CHARACTERS = 400;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** Says at the very end what failed and why, in a few lines: the end is what remains of a long output. */
export default class Failures implements Reporter {
  private readonly lines: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) return;
    this.lines.push(`${test.location.line}: ${test.title} (${result.status})`);
    for (const { message, location } of result.errors) {
      const text = (message ?? "").replace(colours, "").slice(0, MOST_CHARACTERS);
      this.lines.push(`  line ${location?.line}: ${text.replace(/\s+/g, " ")}`);
    }
  }

  // The other reporters print at the end of the run, this one when they have.
  onExit(): Promise<void> {
    process.stdout.write(this.lines.map((line) => `${line}\n`).join(""));
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }
}
