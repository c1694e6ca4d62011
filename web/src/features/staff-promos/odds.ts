export const MOST_PRIZES = 24;

/** A prize as it is edited; null while its field is empty. */
export interface Prize {
  label: string;
  points: number | null;
  weight: number | null;
}

function total(prizes: Prize[]): number {
  return prizes.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
}

const HUNDRED = 100;

/** The chance of a prize in percent, to two decimals. */
export function chance(prizes: Prize[], prize: Prize): number {
  const all = total(prizes);
  return all === 0 ? 0 : Math.round(((prize.weight ?? 0) / all) * HUNDRED * HUNDRED) / HUNDRED;
}

/** Returns the average prize of a turn, in points, to two decimals. */
export function average(prizes: Prize[]): number {
  const all = total(prizes);
  const sum = prizes.reduce((points, prize) => points + (prize.points ?? 0) * (prize.weight ?? 0), 0);
  return all === 0 ? 0 : Math.round((sum / all) * HUNDRED) / HUNDRED;
}
