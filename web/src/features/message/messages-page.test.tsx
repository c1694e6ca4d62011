import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { MessagesPage } from "./messages-page.tsx";

afterEach(() => vi.unstubAllGlobals());

const message = { content: "text", sentAt: "2026-09-10T03:00:00Z", read: true };

/** The page with two messages that were read and one that was not. */
async function open() {
  const calls = stubApi({
    "/api/board/msgList": () => ({
      list: [
        { ...message, idx: 3, title: "Third" },
        { ...message, idx: 2, title: "Second", read: false },
        { ...message, idx: 1, title: "First" },
      ],
      pageInfo: { page: 1, countPerList: 10, total: 3, pages: 1 },
    }),
    "/api/board/msgUpdate": () => ({ changed: 1 }),
  });
  await show(<MessagesPage search={{}} onSearch={() => undefined} />);
  await screen.findByText("Third");
  return () => calls.filter(({ path }) => path.endsWith("msgUpdate")).map(({ body }) => body);
}

const choose = (title: string) =>
  userEvent.click(screen.getByRole("checkbox", { name: `Select the message: ${title}` }));
const confirm = () =>
  userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete messages" }));

test("chosen messages are deleted together, once they are read (M002)", async () => {
  const sent = await open();
  await choose("Third");
  await choose("Second");
  expect(screen.getByText(/Unread messages cannot be deleted/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Delete selected" }).hasAttribute("disabled")).toBe(true);
  await choose("Second");
  await choose("First");
  await userEvent.click(screen.getByRole("button", { name: "Delete selected" }));
  expect(screen.getByRole("dialog", { name: "Delete the selected messages (2)?" })).toBeDefined();
  await confirm();
  await waitFor(() => expect(sent()).toEqual([{ idxList: [3, 1], action: "delete" }]));
});

test("chosen messages are marked as read", async () => {
  const sent = await open();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
  await userEvent.click(screen.getByRole("button", { name: "Mark as read" }));
  await waitFor(() => expect(sent()).toEqual([{ idxList: [3, 2, 1], action: "read" }]));
});

test("all that were read are deleted without being chosen", async () => {
  const sent = await open();
  await userEvent.click(screen.getByRole("button", { name: "Delete all read messages" }));
  await confirm();
  await waitFor(() => expect(sent()).toEqual([{ idxList: [], action: "delete" }]));
});
