import { type DrawGame, drawGames } from "#shared/minigame/games.ts";

/** The games whose address has another name than their code (product.txt, section 2). */
const spelled = {
  pwball: "powerball",
  ladders: "powerladder",
  keno: "speedkino",
  kenoladder: "kinoladder",
} as const;

function nameOf(code: DrawGame): string {
  return Object.hasOwn(spelled, code) ? spelled[code as keyof typeof spelled] : code;
}

/** The address of a game's page. */
export function gamePath(code: string): string {
  const known = drawGames.find((one) => one === code);
  return `/member/minigame/${known ? nameOf(known) : code}`;
}

/** The code of the game that an address names, by its own name or by its code; undefined for another name. */
export function codeOf(name: string): DrawGame | undefined {
  if (name === "speedkeno") return "keno"; // as it should be spelled (D-40)
  return drawGames.find((code) => code === name || nameOf(code) === name);
}
