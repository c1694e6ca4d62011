import { type GameCode, gameCodes } from "./codes.ts";

/** The games whose address has another name than their code (product.txt, section 2). */
const spelled = {
  pwball: "powerball",
  ladders: "powerladder",
  keno: "speedkino",
  kenoladder: "kinoladder",
} as const;

function nameOf(code: GameCode): string {
  return Object.hasOwn(spelled, code) ? spelled[code as keyof typeof spelled] : code;
}

/** The address of a game's page. */
export function gamePath(code: string): string {
  const known = gameCodes.find((one) => one === code);
  return `/member/minigame/${known ? nameOf(known) : code}`;
}

/** The code of the game that an address names, by its own name or by its code; undefined for another name. */
export function codeOf(name: string): GameCode | undefined {
  return gameCodes.find((code) => code === name || nameOf(code) === name);
}
