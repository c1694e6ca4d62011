const BASE_MS = 1_000;
const CAP_MS = 30_000;

/**
 * A wait between half and all of min(cap, base × 2^attempt) ms. The random half spreads thousands of pages that were cut at the
 * same moment; the fixed half bounds a page to five tries in any 10 s, because each try may cost the api a call.
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  return Math.floor(longest * (0.5 + random() / 2));
}
