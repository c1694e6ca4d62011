/** Basis points as a share: 9750 is 97.5%. */
export function writeReturn(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** How likely a selection is, with the figures that matter. The counts of keno are larger than a number is exact: for a share they are exact enough. */
export function writeChance(ways: number, of: number): string {
  if (of <= 0) return "–";
  return `${Number(((ways / of) * 100).toPrecision(4))}%`;
}
