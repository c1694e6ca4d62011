import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { scrollStop } from "./scroll-stop.ts";

test("a part of which not all is in sight is a stop of the Tab key, and only then", () => {
  const seen = new Set<Element>();
  let changed = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        changed = callback;
      }
      observe(element: Element) {
        seen.add(element);
      }
      disconnect() {
        seen.clear();
      }
    },
  );
  const page = render(
    <div ref={scrollStop} data-testid="part">
      <p>text</p>
    </div>,
  );
  const part = screen.getByTestId("part");
  const size = (high: number, wide: number) => {
    Object.defineProperties(part, {
      clientHeight: { value: 100, configurable: true },
      clientWidth: { value: 100, configurable: true },
      scrollHeight: { value: high, configurable: true },
      scrollWidth: { value: wide, configurable: true },
    });
    changed();
    return part.getAttribute("tabindex");
  };
  expect(seen).toEqual(new Set([part, part.firstElementChild]));
  expect([size(100, 100), size(101, 100), size(100, 100), size(100, 101)]).toEqual([null, "0", null, "0"]);
  page.unmount();
  expect(seen.size).toBe(0);
});
