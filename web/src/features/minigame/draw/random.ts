/** A stream of numbers from 0 up to, not including, 1. */
export type Random = () => number;

/**
 * Returns the cosmetic randomness of a draw: how balls fly, not which are drawn. The same text gives every browser the same numbers,
 * because it is made of integer operations alone.
 */
export function seeded(text: string): Random {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Puts a list in an order of chance, in place. */
export function shuffle<Item>(items: Item[], random: Random): Item[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [a, b] = [items[at], items[other]];
    if (a === undefined || b === undefined) continue;
    items[at] = b;
    items[other] = a;
  }
  return items;
}
