import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { chatAddress, closeChat, useChat } from "./livechat.ts";

afterEach(() => {
  closeChat();
  vi.unstubAllGlobals();
});

function Menu() {
  const chat = useChat();
  return (
    <>
      <p>menu</p>
      {chat && (
        <button type="button" onClick={chat.open}>
          chat
        </button>
      )}
      <Toasts />
    </>
  );
}

function api(windowUrl: string, token: () => unknown) {
  return stubApi({
    "/api/livechat/has-token": () => ({ hasToken: false, provider: "sim", clientId: "c", licenceId: "1", windowUrl }),
    "/api/livechat/get-token": token,
  });
}

function tab() {
  const gone = { opener: {} as unknown, closed: false, at: "", focused: 0 };
  return Object.assign(gone, {
    close: () => {
      gone.closed = true;
    },
    focus: () => {
      gone.focused++;
    },
    location: {
      replace: (address: string) => {
        gone.at = address;
      },
    },
  });
}

test("the token goes in the fragment, which no server is sent", () => {
  const address = new URL(chatAddress("https://chat.test/w?team=1", "ko", "a.b+c"));
  expect(address.search).toBe("?team=1&lang=ko");
  expect(new URLSearchParams(address.hash.slice(1)).get("token")).toBe("a.b+c");
});

test("without a window there is no button", async () => {
  const calls = api("", () => ({}));
  await show(<Menu />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "chat" })).toBeNull();
});

test("a browser that opens no window is told of, and no token is asked for", async () => {
  const calls = api("https://chat.test/", () => ({}));
  vi.stubGlobal("open", () => null);
  await show(<Menu />);
  await userEvent.click(await screen.findByRole("button", { name: "chat" }));
  expect(await screen.findByText(/stopped the chat window/)).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(["/api/livechat/has-token"]);
});

test("a refusal closes the window again; then it opens once, and the next press comes back to it", async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  let answer: unknown = "E002";
  api("https://chat.test/", () => answer);
  const tabs = [tab(), tab(), tab()];
  const opened: string[] = [];
  vi.stubGlobal("open", (address: string) => {
    opened.push(new URL(address).pathname);
    return tabs[opened.length - 1];
  });
  await show(<Menu />);
  const button = await screen.findByRole("button", { name: "chat" });
  await userEvent.click(button);
  await waitFor(() => expect(tabs[0]?.closed).toBe(true));
  answer = { token: { accessToken: "t1", expiresAt } };
  await userEvent.click(button);
  await waitFor(() => expect(tabs[1]?.at).toBe("https://chat.test/?lang=en#token=t1"));
  expect(tabs[1]?.opener).toBeNull();
  await userEvent.click(button);
  expect(tabs[1]?.focused).toBe(1);
  expect(opened).toEqual(["/preload", "/preload"]);

  // The member logs out: the next one on this device gets a window of its own.
  closeChat();
  expect(tabs[1]?.closed).toBe(true);
  await userEvent.click(button);
  await waitFor(() => expect(tabs[2]?.at).toBe("https://chat.test/?lang=en#token=t1"));
});
