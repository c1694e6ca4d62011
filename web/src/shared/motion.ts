/** Whether the reader asked their device for less motion. */
export function movesLess(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
