import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { store } from "../store.ts";
import { show } from "../testing/render.tsx";
import { layoutAtom } from "./layout.ts";
import { Pull } from "./pull.tsx";
import { useRefresh } from "./refresh.ts";
import { atEdge, dragOf, pullOf, swipeOf } from "./touch.ts";
import { useSwipe } from "./use-swipe.ts";

type Point = [x: number, y: number];

/** One finger from a point to another. */
function drag(target: Element, [x, y]: Point, [toX, toY]: Point): void {
  const at = (clientX: number, clientY: number) => [{ clientX, clientY } as Touch];
  fireEvent.touchStart(target, { touches: at(x, y) });
  fireEvent.touchMove(target, { touches: at(toX, toY) });
  fireEvent.touchEnd(target, { changedTouches: at(toX, toY) });
}

test.each([
  [-80, 10, 1],
  [80, -10, -1],
  [-40, 0, 0],
  [-80, 60, 0],
])("a movement by %i, %i is a step of %i", (dx, dy, step) => {
  expect(swipeOf(dx, dy)).toBe(step);
});

test("the browser's own gestures keep the edges, and a pull goes down", () => {
  expect([atEdge(10, 390), atEdge(200, 390), atEdge(380, 390)]).toEqual([true, false, true]);
  expect([pullOf(0, 100), pullOf(0, 1_000), pullOf(0, -50), pullOf(120, 100)]).toEqual([50, 96, 0, 0]);
});

test("a sheet follows a finger toward its own edge alone", () => {
  expect([dragOf(10, 120, "y"), dragOf(0, -120, "y"), dragOf(200, 120, "y")]).toEqual([120, 0, 0]);
  expect([dragOf(120, 10, "x"), dragOf(-120, 0, "x"), dragOf(120, -200, "x")]).toEqual([120, 0, 0]);
});

function Tabs() {
  const tabs = useRef<HTMLElement>(null);
  const [value, onChange] = useState("form");
  useSwipe(tabs, "main", { values: ["form", "history"], value, onChange });
  return (
    <main>
      <nav ref={tabs}>{value}</nav>
      <p>text</p>
      <label>
        amount <input />
      </label>
      <div data-testid="scroller" style={{ overflowX: "auto" }}>
        <span>wide</span>
      </div>
    </main>
  );
}

test("a swipe on a phone goes to the tab beside, and no further", async () => {
  store.set(layoutAtom, "mobile");
  await show(<Tabs />);
  const text = screen.getByText("text");
  drag(text, [300, 200], [100, 210]);
  expect(screen.getByRole("navigation").textContent).toBe("history");
  drag(text, [300, 200], [100, 210]);
  expect(screen.getByRole("navigation").textContent).toBe("history");
  drag(text, [100, 200], [300, 210]);
  expect(screen.getByRole("navigation").textContent).toBe("form");
});

test("fields, parts that scroll sideways, and the desktop keep the finger for themselves", async () => {
  store.set(layoutAtom, "mobile");
  await show(<Tabs />);
  const scroller = screen.getByTestId("scroller");
  Object.defineProperties(scroller, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
  drag(screen.getByText("wide"), [300, 200], [100, 200]);
  drag(screen.getByRole("textbox"), [300, 200], [100, 200]);
  drag(screen.getByText("text"), [5, 200], [200, 200]);
  expect(screen.getByRole("navigation").textContent).toBe("form");
  act(() => store.set(layoutAtom, "desktop"));
  drag(screen.getByText("text"), [300, 200], [100, 200]);
  expect(screen.getByRole("navigation").textContent).toBe("form");
});

function List({ refetch }: { refetch(): void }) {
  useRefresh(refetch);
  return <p>rows</p>;
}

test("a pull at the top reads the page's lists again; a short one, a sideways one and one further down do not", async () => {
  const refetch = vi.fn();
  await show(
    <>
      <Pull />
      <List refetch={refetch} />
    </>,
  );
  const rows = screen.getByText("rows");
  drag(rows, [100, 100], [100, 180]);
  drag(rows, [100, 100], [300, 190]);
  Object.defineProperty(window, "scrollY", { value: 40, configurable: true });
  drag(rows, [100, 100], [100, 400]);
  Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
  expect(refetch).not.toHaveBeenCalled();
  drag(rows, [100, 100], [100, 400]);
  expect(refetch).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("The lists are up to date."));
});

test("a keyboard refreshes with a button, which pages without a list do not have", async () => {
  const refetch = vi.fn();
  const { rerender } = await show(<Pull />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(
    <>
      <Pull />
      <List refetch={refetch} />
    </>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Refresh the lists" }));
  expect(refetch).toHaveBeenCalledTimes(1);
});
