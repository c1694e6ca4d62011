import type { Page } from "@playwright/test";

/** Brings every animation of a page to its end, those that have none to their beginning, and waits until that is drawn. */
export function endAnimations(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
      else animation.finish();
    }
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}
