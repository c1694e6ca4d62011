import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { isFrameable } from "#shared/frameable.ts";
import { store } from "#shared/store.ts";
import { show } from "#shared/testing/render.tsx";
import { gameDownAtom } from "./events.ts";
import { GameFrame } from "./game-frame.tsx";

async function open(url: string) {
  const onClose = vi.fn();
  const onDown = vi.fn();
  await show(<GameFrame url={url} balance={<output>₩1,000</output>} onClose={onClose} onDown={onDown} />);
  return { onClose, onDown };
}

test("only an https address is framed; http while the site itself is not on https", () => {
  expect(isFrameable("https://games.example/1", "https:")).toBe(true);
  expect(isFrameable("http://localhost:9/1", "http:")).toBe(true);
  expect(isFrameable("http://games.example/1", "https:")).toBe(false);
  expect(isFrameable("javascript:alert(1)", "https:")).toBe(false);
  expect(isFrameable("data:text/html,x", "http:")).toBe(false);
  expect(isFrameable("/member", "https:")).toBe(false);
  expect(isFrameable("", "https:")).toBe(false);
});

test("a game is framed below the balance, and its close button leaves it", async () => {
  const { onClose } = await open("https://games.example/1");
  expect(screen.getByTitle("Game").getAttribute("src")).toBe("https://games.example/1");
  expect(screen.getByText("₩1,000")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Close the game" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("an address that is not a game's is refused, also when the browser's policy says so", async () => {
  await open("javascript:alert(1)");
  expect(screen.getByText("This is not one of our games")).toBeTruthy();
  expect(screen.queryByTitle("Game")).toBeNull();
});

test("an origin that the site's policy does not name is refused", async () => {
  await open("https://elsewhere.example/1");
  document.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), { effectiveDirective: "img-src" }));
  expect(screen.getByTitle("Game")).toBeTruthy();
  document.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), { effectiveDirective: "frame-src" }));
  await waitFor(() => expect(screen.queryByTitle("Game")).toBeNull());
});

test.each(["TK999", "lock", "session"] as const)(
  "%s closes it, and what happened before it was opened does not",
  async (cause) => {
    store.set(gameDownAtom, { cause: "TK999", at: 1 });
    const { onDown } = await open("https://games.example/1");
    expect(onDown).not.toHaveBeenCalled();
    store.set(gameDownAtom, { cause, at: 2 });
    await waitFor(() => expect(onDown.mock.calls).toEqual([[cause]]));
  },
);
