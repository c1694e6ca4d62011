import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import shown from "./recipe.mjs?raw";

const root = path.join(import.meta.dirname, "../../../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Example {
  game: string;
  no: number;
  seed: string;
  signature: string;
  outcome: unknown;
}

/** The examples that internal/core/draw/recipe_test.go computes by the code which draws. */
const examples = JSON.parse(read("internal/core/draw/testdata/recipe.json")) as Example[];

test("the program that the README publishes is the one of the page, and draws every worked example (D5)", async () => {
  const [, published = ""] = /```js\n([\s\S]*?)```/.exec(read("README.md")) ?? [];
  expect(published).toBe(shown);
  const { draw } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(published)}`)) as {
    draw(round: Omit<Example, "outcome">): Promise<unknown>;
  };
  expect(examples.length).toBeGreaterThan(10);
  for (const { outcome, ...round } of examples)
    expect(JSON.stringify(await draw(round)), `${round.game} ${round.no}`).toBe(JSON.stringify(outcome));
});
