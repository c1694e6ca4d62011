/** The scheduled draws of the house in their order on the pages. */
export const drawGames = [
  "pwball",
  "ladders",
  "keno",
  "kenoladder",
  "eos3",
  "eos5",
  "coin3",
  "coin5",
  "meta3",
  "meta5",
] as const;
export type DrawGame = (typeof drawGames)[number];

export function isDrawGame(code: unknown): code is DrawGame {
  return drawGames.some((game) => game === code);
}
