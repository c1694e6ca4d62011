import { keptList } from "#shared/kept.ts";

/** A favourite is forgotten when so many newer ones were starred; matches are over within days. */
const MOST = 100;

/** Starred matches by their ID, the latest star first. */
export const keptMatchesAtom = keptList("matches-favourite", (value): value is number => typeof value === "number");

export function withStar(eventIdx: number, starred: boolean): (all: number[]) => number[] {
  return (all) => {
    const others = all.filter((one) => one !== eventIdx);
    return starred ? [eventIdx, ...others].slice(0, MOST) : others;
  };
}
