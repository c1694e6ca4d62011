/** The numbers of a pick of keno, spots:3-17-22; nothing for a selection of another market. */
export function picksOf(selection: string): number[] {
  const [, picks = ""] = /^spots:(\d+(?:-\d+)*)$/.exec(selection) ?? [];
  return picks === "" ? [] : picks.split("-").map(Number);
}

/** The numbers of a pick that were drawn, in the order of the pick. */
export function hitsOf(picks: readonly number[], balls: readonly number[]): number[] {
  return picks.filter((pick) => balls.includes(pick));
}
