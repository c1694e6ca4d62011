/** A value of an entry by its name; nested ones have names such as "payout.from" and "streaks.1.days". */
export interface Value {
  name: string;
  value: string;
}

/** A field that an action changed. */
export interface Change {
  name: string;
  before: string;
  after: string;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return Array.isArray(value) ? value.map(textOf).join(", ") || "–" : String(value);
}

function valuesOf(value: unknown, path: string): Value[] {
  const named = (key: string) => (path === "" ? key : `${path}.${key}`);
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => valuesOf(inner, named(key)));
  if (Array.isArray(value) && value.some(isObject))
    return value.flatMap((inner, at) => valuesOf(inner, named(String(at + 1))));
  return [{ name: path, value: textOf(value) }];
}

/** Splits the details of an entry into the fields that differ between `was` and `is`, and all other values. */
export function detailOf(detail: Record<string, unknown>): { changes: Change[]; values: Value[] } {
  if (!("was" in detail && "is" in detail)) return { changes: [], values: valuesOf(detail, "") };
  const { was, is, ...rest } = detail;
  const nothing = (value: unknown) => value === null || value === undefined;
  const before = new Map(nothing(was) ? [] : valuesOf(was, "").map(({ name, value }) => [name, value]));
  const after = new Map(nothing(is) ? [] : valuesOf(is, "").map(({ name, value }) => [name, value]));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return {
    changes: names
      .map((name) => ({ name, before: before.get(name) ?? "–", after: after.get(name) ?? "–" }))
      .filter((change) => change.before !== change.after),
    values: valuesOf(rest, ""),
  };
}
