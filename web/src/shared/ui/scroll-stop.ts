/**
 * A ref of a part that scrolls: while not all of it is in sight it is a stop of the Tab key, so that keys can scroll it (WCAG 2.1.1).
 * Not every browser does that by itself, and none where something inside takes the focus. The part holds one element, or a list.
 */
export function scrollStop(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const watch = new ResizeObserver(() => {
    if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  });
  for (const element of [part, part.firstElementChild]) if (element) watch.observe(element);
  return () => watch.disconnect();
}
