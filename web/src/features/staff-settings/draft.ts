import { readOdds } from "#shared/odds.ts";
import { basisPoints } from "#shared/staff/percent.ts";
import { type Change, type Flat, type FlatValues, flatten } from "#shared/staff/settings/flat.ts";
import { isLevelPath, type Kind, kindOf, optionOf, type Path, paths } from "#shared/staff/settings/options.ts";
import type { Settings } from "./settings.ts";

/** The content of a field: percentages, odds, times and texts as typed, other numbers as numbers; null is an empty number, NaN a text that is not read as one. */
export type Raw = string | boolean | number | null;
/** The fields that were changed by hand. */
export type Typed = Partial<Record<Path, Raw>>;

/** Why a value cannot be saved. */
export type Wrong =
  | { why: "number" | "percent" | "odds" | "value" | "languages" }
  | { why: "range"; min: number; max: number };

export type Limits = ReadonlyMap<string, { min: number; max: number }>;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const SHARE = { min: 0, max: 10_000 };
const STEP = { legs: { min: 0, max: 20 }, factor: { min: 1_000, max: 2_000 } };

export function limitsOf(settings: Settings): Limits {
  return new Map(settings.limits.map(({ option, min, max }) => [option, { min, max }]));
}

/** Returns the range of a field that is a number; the parts of an option have those of their kind. */
export function limitOf(limits: Limits, path: Path): { min: number; max: number } | undefined {
  if (path.startsWith("rollingWeights.")) return SHARE;
  if (path.startsWith("sportsBonuses.")) return path.endsWith(".legs") ? STEP.legs : STEP.factor;
  return limits.get(path);
}

/** Reads a field: its value as the api has it, or why it has none. */
function read(path: Path, raw: Raw, limits: Limits): { value: Flat } | Wrong {
  const kind = kindOf(path);
  if (kind === "time") return typeof raw === "string" && CLOCK.test(raw) ? { value: raw } : { why: "value" };
  if (kind === "languages") return raw === "" ? { why: "languages" } : { value: String(raw) };
  if (kind === "pairs") return { value: String(raw) };
  if (kind === "text") return { value: String(raw).trim() };
  if (raw === null && isLevelPath(path)) return { value: 0 };
  if (typeof raw === "boolean" || kind === "choice") return { value: raw ?? "" };
  const number = readNumber(kind, raw);
  if (number === null) return { why: kind === "percent" || kind === "odds" ? kind : "number" };
  const limit = limitOf(limits, path);
  return limit && (number < limit.min || number > limit.max) ? { why: "range", ...limit } : { value: number };
}

function readNumber(kind: Kind, raw: Raw): number | null {
  if (kind === "odds") return readOdds(String(raw));
  if (kind === "percent") return raw === "" ? null : basisPoints(String(raw));
  return typeof raw === "number" && !Number.isNaN(raw) ? raw : null;
}

export interface Draft {
  /** The fields with the value that was typed where there is one that can be. */
  values: FlatValues;
  changes: Change[];
  wrong: Partial<Record<Path, Wrong>>;
}

/** Compares what was typed with the settings. */
export function draftOf(settings: Settings, typed: Typed): Draft {
  const now = flatten(settings.values);
  const limits = limitsOf(settings);
  const draft: Draft = { values: { ...now }, changes: [], wrong: {} };
  for (const path of paths) {
    const raw = typed[path];
    if (raw === undefined) continue;
    const got = read(path, raw, limits);
    if ("why" in got) draft.wrong[path] = got;
    else if (got.value !== now[path]) {
      draft.values[path] = got.value;
      draft.changes.push({ path, was: now[path], is: got.value });
    }
  }
  return draft;
}

/** Whether a second person must see the changes. */
export function needsSecond(settings: Settings, changes: readonly Change[]): boolean {
  return changes.some(({ path }) => settings.secondPerson?.includes(optionOf(path)));
}
