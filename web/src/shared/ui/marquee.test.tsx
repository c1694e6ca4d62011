import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "../testing/render.tsx";
import { Marquee } from "./marquee.tsx";

const items = ["one", "two"].map((text) => ({ key: text, content: text }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.getByRole("region", { name: "News" }).textContent;

test("each piece of news stays ten seconds; a press stops it, and the next one comes by hand", async () => {
  await show(<Marquee label="News" items={items} />);
  wait(9_999);
  expect(shown()).toBe("one");
  wait(1);
  expect(shown()).toBe("two");
  fireEvent.click(screen.getByRole("button", { name: "Pause the notices" }));
  wait(60_000);
  expect(shown()).toBe("two");
  fireEvent.click(screen.getByRole("button", { name: "Next notice" }));
  expect(shown()).toBe("one");
});

test("it waits while it is read", async () => {
  await show(<Marquee label="News" items={items} />);
  fireEvent.pointerEnter(screen.getByRole("region"));
  wait(60_000);
  expect(shown()).toBe("one");
  fireEvent.pointerLeave(screen.getByRole("region"));
  wait(10_000);
  expect(shown()).toBe("two");
});

test("for readers who asked for less motion it changes only by hand", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await show(<Marquee label="News" items={items} />);
  wait(60_000);
  expect(shown()).toBe("one");
  expect(screen.getByRole("button", { name: "Play the notices" })).toBeDefined();
});

test("a single piece has no controls", async () => {
  await show(<Marquee label="News" items={items.slice(0, 1)} />);
  expect(screen.queryAllByRole("button")).toEqual([]);
});
