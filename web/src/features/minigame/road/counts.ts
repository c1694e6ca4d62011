export interface NumberCount {
  number: number;
  count: number;
}

/** Returns how often each number from lowest to highest was drawn, in the order of the numbers. */
export function countNumbers(draws: readonly (readonly number[])[], lowest: number, highest: number): NumberCount[] {
  const counts = new Map<number, number>();
  for (const number of draws.flat()) counts.set(number, (counts.get(number) ?? 0) + 1);
  return Array.from({ length: highest - lowest + 1 }, (_, at) => {
    const number = lowest + at;
    return { number, count: counts.get(number) ?? 0 };
  });
}

/** The numbers at one end of the counts; of equal counts the lower number. */
export function endOf(counts: readonly NumberCount[], end: "most" | "least", length: number): NumberCount[] {
  const sign = end === "most" ? -1 : 1;
  return counts.toSorted((a, b) => sign * (a.count - b.count) || a.number - b.number).slice(0, length);
}
