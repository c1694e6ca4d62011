import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { Post } from "./board.ts";
import { PostView } from "./post-view.tsx";

const at = "2026-11-22T00:00:00Z";
const comment = { writer: "nick", createdAt: at, editedAt: null, reported: false };
let post: Post;
beforeEach(() => {
  post = {
    idx: 7,
    title: "Hello",
    content: "a &lt; b",
    text: "a < b",
    category: "win",
    writer: "nick",
    createdAt: at,
    editedAt: null,
    views: 1,
    since: null,
    until: null,
    state: "",
    image: "",
    cmtCount: 2,
    mine: true,
    reported: false,
    cmtList: [
      { ...comment, idx: 1, content: "first", text: "first", mine: true },
      { ...comment, idx: 2, content: "second", text: "second", mine: false },
    ],
  };
});
afterEach(() => vi.unstubAllGlobals());

async function open(answers: Parameters<typeof stubApi>[0], onDeleted = vi.fn()) {
  const calls = stubApi({ "/api/board/board/detail": () => post, ...answers });
  await show(<PostView boardType="board" boardIdx={7} back={null} onDeleted={onDeleted} />);
  await screen.findByRole("heading", { level: 1, name: "Hello" });
  return { sent: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body), onDeleted };
}

const press = (name: string, within_ = within(document.body)) => userEvent.click(within_.getByRole("button", { name }));
const comments = () => screen.getAllByRole("listitem").map((item) => within(item));

test("the writer changes a post; the form begins with what was written", async () => {
  const { sent } = await open({ "/api/board/board/change": () => ({}) });
  const [change] = screen.getAllByRole("button", { name: "Edit" });
  if (change) await userEvent.click(change);
  const text = screen.getByLabelText<HTMLTextAreaElement>("Text");
  expect(text.value).toBe("a < b");
  expect(screen.getByRole("button", { name: "Wins" }).getAttribute("aria-pressed")).toBe("true");
  await press("Games");
  await userEvent.clear(text);
  await press("Save the changes");
  expect(sent("/api/board/board/change")).toEqual([]);
  await userEvent.type(text, "c > d");
  post = { ...post, content: "c &gt; d", text: "c > d", editedAt: at };
  await press("Save the changes");
  await screen.findByText("c > d");
  expect(sent("/api/board/board/change")).toEqual([{ idx: 7, category: "game", title: "Hello", content: "c &gt; d" }]);
  expect(screen.getByText(/edited/)).toBeTruthy();
});

test("a post is deleted only after a confirmation, and the page is left", async () => {
  const { sent, onDeleted } = await open({ "/api/board/board/delete": () => ({}) });
  const [remove] = screen.getAllByRole("button", { name: "Delete" });
  if (remove) await userEvent.click(remove);
  const dialog = within(await screen.findByRole("dialog"));
  expect(sent("/api/board/board/delete")).toEqual([]);
  await press("Delete the post", dialog);
  await waitFor(() => expect(onDeleted).toHaveBeenCalled());
  expect(sent("/api/board/board/delete")).toEqual([{ idx: 7 }]);
  expect(sent("/api/board/board/detail"), "a deleted post is not asked for again").toHaveLength(1);
});

test("own comments are changed in their place", async () => {
  const { sent } = await open({ "/api/board/comment/change": () => ({}) });
  const [own] = comments();
  if (own) await press("Edit", own);
  const [field] = screen.getAllByLabelText<HTMLTextAreaElement>("Your comment");
  expect(field?.value).toBe("first");
  if (field) await userEvent.type(field, " of all");
  await press("Save the changes");
  await waitFor(() => expect(sent("/api/board/comment/change")).toEqual([{ idx: 1, content: "first of all" }]));
});

test("what others wrote can be reported once, with a reason", async () => {
  const { sent } = await open({ "/api/board/comment/report": () => ({}) });
  const [, other] = comments();
  expect(other?.queryByRole("button", { name: "Edit" })).toBeNull();
  if (other) await press("Report", other);
  const dialog = within(await screen.findByRole("dialog"));
  await press("Send the report", dialog);
  expect(sent("/api/board/comment/report")).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText("Reason"), "abuse");
  await userEvent.type(dialog.getByLabelText("Details (optional)"), " look ");
  post = { ...post, cmtList: post.cmtList.map((one) => ({ ...one, reported: one.idx === 2 })) };
  await press("Send the report", dialog);
  await screen.findByText("Reported");
  expect(sent("/api/board/comment/report")).toEqual([{ idx: 2, reason: "abuse", words: "look" }]);
  expect(screen.queryByRole("button", { name: "Report" })).toBeNull();
});
