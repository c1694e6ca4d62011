import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { languageKeys } from "./shared/i18n/languages.ts";

/** The table of the ledger itself: a kind that is added there has words in every list of moves, or this fails. */
const table = readFileSync(path.join(import.meta.dirname, "../../internal/ledger/wallet/kinds.go"), "utf8");
const kinds = [...table.matchAll(/\{Name: "([^"]+)", Units: \[\]string\{([^}]+)\}/g)].map(
  ([, name = "", units = ""]) => ({
    name,
    units: units.split(", "),
  }),
);

const modules = import.meta.glob<Record<string, (kind: string) => string>>(
  ["./features/{report,staff-members,partner-money}/*kind.ts", "./shared/points/kind.ts"],
  { eager: true },
);

const lists = [
  { file: "report", source: "./features/report/kind.ts", units: ["inCash", "inHold", "inPoint"] },
  { file: "person", source: "./features/staff-members/ledger-kind.ts", units: ["inCash", "inHold", "inPoint"] },
  { file: "point", source: "./shared/points/kind.ts", units: ["inPoint"] },
  { file: "partner-money", source: "./features/partner-money/move-kind.ts", units: ["inPT"] },
];

test.each(lists)("every line of $file says in six languages what it is (P13)", ({ file, source, units }) => {
  const { kindText, moveText } = modules[source] ?? {};
  const text = kindText ?? moveText;
  if (!text) throw new Error(`${source} names no kinds`);
  const nothing = text("of.tomorrow");
  expect(kinds.length).toBeGreaterThan(40);
  const shown = kinds.filter((kind) => kind.units.some((unit) => units.includes(unit)));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter(({ name }) => text(name) === nothing).map(({ name }) => name)).toEqual([]);
  for (const language of languageKeys) {
    const words = JSON.parse(
      readFileSync(path.join(import.meta.dirname, `shared/i18n/locales/${language}/${file}.json`), "utf8"),
    ) as Record<string, string>;
    expect(shown.filter(({ name }) => !words[text(name)]).map(({ name }) => `${language} ${name}`)).toEqual([]);
  }
});
