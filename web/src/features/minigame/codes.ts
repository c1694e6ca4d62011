/** The games of the house, in the order of the server. */
export const gameCodes = [
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
export type GameCode = (typeof gameCodes)[number];
