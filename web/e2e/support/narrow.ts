/** Runs in a page and returns its controls that are lower than 44 px, in words. Links in a sentence are as high as their line. */
export function lowControls(): string[] {
  const LOW = 43.5;
  const height = (element: Element): number => {
    // Some are larger than they look: a part that is not drawn takes the finger too.
    const parts = [undefined, "::before", "::after"].map((part) => getComputedStyle(element, part));
    const reach = parts.map((style) => (style.position === "absolute" ? Number.parseFloat(style.height) || 0 : 0));
    return Math.max(element.getBoundingClientRect().height, ...reach);
  };
  const inSentence = (element: Element) =>
    element instanceof HTMLAnchorElement &&
    getComputedStyle(element).display === "inline" &&
    element.parentElement?.textContent.trim() !== element.textContent.trim();
  return [...document.querySelectorAll("a[href], button, select, summary, textarea, input, label:has(input)")]
    .filter((element) => !(element instanceof HTMLInputElement && element.closest("label")))
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.getBoundingClientRect().width > 2 && !inSentence(element) && height(element) < LOW)
    .map(
      (element) => `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent} ${height(element)}`,
    );
}
