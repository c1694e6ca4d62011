import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { Field } from "./field.tsx";
import { Filters } from "./filters.tsx";

afterEach(() => vi.restoreAllMocks());

/** Makes the window a phone's. */
function phone(): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: true,
        media: query,
        addEventListener: vi.fn(),
        removeEventListener: vi.fn(),
      }) as unknown as MediaQueryList,
  );
}

const titles = <Field label="Title" value="" onChange={vi.fn()} />;

test("beside a desktop's list the filters stand in a line", async () => {
  await show(<Filters chosen={["7 days"]}>{titles}</Filters>);
  expect(screen.getByRole("textbox", { name: "Title" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("on a phone one button says what is chosen, and opens the filters as a sheet without a keyboard", async () => {
  phone();
  const { rerender } = await show(<Filters chosen={["", undefined]}>{titles}</Filters>);
  screen.getByRole("button", { name: "Filter All" });
  expect(screen.queryByRole("textbox")).toBeNull();
  rerender(<Filters chosen={["“moon”", "7 days"]}>{titles}</Filters>);
  fireEvent.click(screen.getByRole("button", { name: "Filter “moon”, 7 days" }));
  expect(screen.getByRole("dialog", { name: "Filter" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Show results" }));
  fireEvent.click(screen.getByRole("button", { name: "Show results" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** One finger down the sheet, from the top of its title. */
function draw(target: Element, way: number, sideways = 0): void {
  const at = (x: number, y: number) => [{ clientX: x, clientY: y } as Touch];
  act(() => {
    fireEvent.touchStart(target, { touches: at(100, 100) });
    fireEvent.touchMove(target, { touches: at(100 + sideways, 100 + way) });
    fireEvent.touchEnd(target, { changedTouches: at(100 + sideways, 100 + way) });
  });
}

test("a sheet closes when a finger draws it down far enough, and not from a field or sideways", async () => {
  phone();
  await show(<Filters chosen={[]}>{titles}</Filters>);
  fireEvent.click(screen.getByRole("button"));
  const heading = screen.getByRole("heading", { name: "Filter" });
  draw(heading, 60);
  draw(heading, 120, 200);
  draw(heading, -200);
  draw(screen.getByRole("textbox"), 300);
  expect(screen.getByRole("dialog")).toBeTruthy();
  draw(heading, 120);
  expect(screen.queryByRole("dialog")).toBeNull();
});
