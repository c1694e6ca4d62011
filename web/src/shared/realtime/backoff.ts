const BASE_MS = 1_000;
const CAP_MS = 30_000;

/**
 * Full jitter: a wait anywhere between 0 and min(cap, base × 2^attempt) ms. Thousands of pages that were cut at the same
 * moment come back spread out, not together.
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** attempt));
}
