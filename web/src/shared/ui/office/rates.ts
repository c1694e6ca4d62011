/** A rate that is given on, in basis points: 125 is 1.25%. */
export interface Rate {
  key: string;
  label: string;
  /** null while what is typed is no rate. */
  value: number | null;
  /** The rate of the level above: it cannot give more. */
  ceiling: number;
  /** The most that a level below has: it cannot have less. */
  floor: number;
}

export type RateFault = "form" | "above" | "below";

/** Reads "1.25" or "1,25" as 125 basis points; null for what is no rate with two decimals. */
export function parseRate(text: string): number | null {
  const [, whole = "", part = ""] = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(text.trim()) ?? [];
  return whole === "" ? null : Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** Writes basis points as percent, without the sign: 125 as "1.25", 300 as "3". */
export function writeRate(points: number): string {
  const whole = Math.trunc(points / 100);
  const part = points % 100;
  return part === 0 ? `${whole}` : `${whole}.${String(part).padStart(2, "0").replace(/0$/, "")}`;
}

/** The fault of a rate (G010); undefined if it may be given. */
export function rateFault(
  value: number | null,
  { ceiling, floor }: Pick<Rate, "ceiling" | "floor">,
): RateFault | undefined {
  if (value === null) return "form";
  if (value > ceiling) return "above";
  return value < floor ? "below" : undefined;
}

/**
 * The levels of one chain from the top down as rates: each is at most that of the nearest level above, at least that of the nearest
 * below, of those that can be read.
 */
export function chainOf(top: number, levels: readonly Pick<Rate, "key" | "label" | "value">[]): Rate[] {
  const known = (some: typeof levels) => some.flatMap(({ value }) => (value === null ? [] : [value]));
  return levels.map((level, at) => ({
    ...level,
    ceiling: known(levels.slice(0, at)).at(-1) ?? top,
    floor: known(levels.slice(at + 1))[0] ?? 0,
  }));
}
