/** The drawing in its own units; the canvas is as large as its place. */
export const SCENE = { width: 640, height: 420 };

export interface Chamber {
  x: number;
  y: number;
  radius: number;
  /** The radius of a ball in it. */
  ball: number;
}

export const MAIN: Chamber = { x: 196, y: 182, radius: 134, ball: 14 };
export const SMALL: Chamber = { x: 494, y: 208, radius: 78, ball: 12.5 };
/** Where balls lie that were drawn: nearer to the reader, so they are larger. */
export const TRAY = { y: 366, ball: 26, first: 62, apart: 61, power: 530 };

/** Where each ball of the large drum comes to lie, from left to right as it is drawn. */
export function slots(drawn: number): number[] {
  return Array.from({ length: drawn }, (_, at) => TRAY.first + (at + (5 - drawn) / 2) * TRAY.apart);
}
