import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { StatementTable } from "./statement-csv.ts";

const golden = readFileSync(
  path.join(import.meta.dirname, "../../../../internal/core/waterfall/testdata/plow1.jsonl"),
  "utf8",
);

interface Total {
  lines: number;
  bonus: number;
  parts: { stake: number; payout: number; valid: number; rolling: string; losing: string }[];
}

/** The table of a text that comes in parts of so many characters. */
async function tableOf(text: string, size: number): Promise<string[][]> {
  const table = new StatementTable("csv");
  for (let at = 0; at < text.length; at += size) table.take(text.slice(at, at + size));
  return (await table.end().text())
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
}

test("the table has every line of the file and adds up to its totals, whatever the parts are", async () => {
  const { total } = JSON.parse(golden.split("\n").find((line) => line.includes('"total"')) ?? "") as { total: Total };
  for (const size of [7, 1501, golden.length]) {
    const [head = [], ...rows] = await tableOf(golden, size);
    expect(rows).toHaveLength(total.lines);
    const bets = rows.filter((row) => row[head.indexOf("offset")] === "");
    const sum = (name: string) => String(bets.reduce((all, row) => all + BigInt(row[head.indexOf(name)] || 0), 0n));
    for (const name of ["stake", "payout", "valid", "rolling", "losing"] as const) {
      expect(sum(name), name).toBe(String(total.parts.reduce((all, part) => all + BigInt(part[name]), 0n)));
    }
    expect(sum("bonus")).toBe(String(total.bonus));
  }
});

test("rates are those of the partner and of the level below it, and no text is taken for a formula", async () => {
  const line = golden.split("\n")[1]?.replace(/"game":"[^,]*"/, '"game":"=1+1"');
  const [head = [], row = []] = await tableOf(`${line}\n`, 50);
  const cell = (name: string) => row[head.indexOf(name)];
  const [below, own] = (JSON.parse(line ?? "") as { levels: [string, number, number][] }).levels.slice(-2);
  expect([cell("rollingRate"), cell("losingRate")]).toEqual(own?.slice(1, 3).map(String));
  expect([cell("rollingRateBelow"), cell("losingRateBelow")]).toEqual(below?.slice(1, 3).map(String));
  expect(cell("game")).toBe("'=1+1");
});

test("an offset is a row of its own, in the parts of the other shares", async () => {
  const [head = [], row = []] = await tableOf(
    '{"offset":"2026-09-01","no":1,"kept":100,"rolling":-7,"losing":3,"left":104}\n',
    9,
  );
  const cells = ["offset", "no", "kept", "left", "rolling", "losing"].map((name) => row[head.indexOf(name)]);
  expect(cells).toEqual(["2026-09-01", "1", "100", "104", "-70000", "300000000"]);
  expect(row).toHaveLength(head.length);
});
