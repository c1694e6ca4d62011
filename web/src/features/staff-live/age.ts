/** From these minutes on a row is one step warmer. */
const STEPS_MIN = [2, 5, 10, 20];

/** How warm a waiting row looks: 0 is calm, 4 is as warm as it gets. */
export type Warmth = 0 | 1 | 2 | 3 | 4;

const warmths: readonly Warmth[] = [0, 1, 2, 3, 4];

/** `at` is ISO, `now` ms. A device's clock that is slow makes nothing younger than new. */
export function warmth(at: string, now: number): Warmth {
  const minutes = (now - Date.parse(at)) / 60_000;
  return warmths[STEPS_MIN.filter((step) => minutes >= step).length] ?? 0;
}

/** How long it waits, in its largest unit, as the language abbreviates it: "45 s", "12 m", "3 h". */
export function ageText(at: string, now: number, tag: string): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  const [unit, size] =
    seconds < 60
      ? (["second", 1] as const)
      : seconds < 3_600
        ? (["minute", 60] as const)
        : seconds < 86_400
          ? (["hour", 3_600] as const)
          : (["day", 86_400] as const);
  return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" }).format(Math.floor(seconds / size));
}

/** How often ages are told again. */
export const AGE_TICK_MS = 5_000;
