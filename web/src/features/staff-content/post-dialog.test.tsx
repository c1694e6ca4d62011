import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { PostRow } from "./content.ts";
import { PostDialog } from "./post-dialog.tsx";

// jsdom has no dialogs of its own.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const post: PostRow = {
  idx: 27,
  texts: [
    { lang: "en", title: "Wheel", content: "<p>Turn it.</p>" },
    { lang: "ko", title: "룰렛", content: "<p>돌리세요.</p>" },
  ],
  category: "",
  writer: "Hubstake",
  memId: "",
  views: 0,
  pinned: false,
  published: false,
  deleted: false,
  since: null,
  until: null,
  createdAt: "2026-11-22T00:00:00Z",
};

test("one post is edited language by language and saved once", async () => {
  const calls = stubApi({ "/api/admin/board/save": () => ({ idx: 27 }) });
  await show(<PostDialog boardType="event" post={post} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  const tab = (name: RegExp) => dialog.getByRole("button", { name });
  const field = (label: string) => dialog.getByLabelText(label) as HTMLInputElement;
  expect(field("Title").value).toBe("Wheel");
  await userEvent.click(tab(/^한국어/));
  expect(field("Title").value).toBe("룰렛");
  await userEvent.click(dialog.getByRole("button", { name: /^Remove this text/ }));
  await userEvent.click(tab(/^日本語/));
  await userEvent.type(field("Title"), "ホイール");
  await userEvent.click(tab(/^English/));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  // The language that was begun must be finished: it is shown.
  expect(field("Title").value).toBe("ホイール");
  expect(calls.some(({ path }) => path.endsWith("/board/save"))).toBe(false);
  await userEvent.type(dialog.getByLabelText("Text"), "回してください。");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/board/save"))).toBe(true));
  const bodies = calls.filter(({ path }) => path.endsWith("/board/save")).map(({ body }) => body);
  expect(bodies).toMatchObject([
    {
      idx: 27,
      boardType: "event",
      published: false,
      texts: [
        { lang: "en", title: "Wheel" },
        { lang: "jp", title: "ホイール" },
      ],
    },
  ]);
});

test("an event has a kind, a beginning and an end on the site's clock", async () => {
  const calls = stubApi({ "/api/admin/board/save": () => ({ idx: 27 }) });
  await show(
    <PostDialog boardType="event" post={{ ...post, since: "2026-11-30T15:00:00Z" }} onClose={() => undefined} />,
  );
  const dialog = within(await screen.findByRole("dialog"));
  const field = (label: string) => dialog.getByLabelText(label) as HTMLInputElement;
  expect([field("Category").value, field("From (site time)").value]).toEqual(["news", "2026-12-01T00:00"]);
  await userEvent.selectOptions(field("Category"), "draw");
  await userEvent.type(field("Until (site time)"), "2026-11-30T09:00");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("The end must be after the start.")).toBeTruthy();
  await userEvent.clear(field("Until (site time)"));
  await userEvent.type(field("Until (site time)"), "2026-12-24T09:00");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const saved = () => calls.find(({ path }) => path.endsWith("/board/save"))?.body;
  await waitFor(() => expect(saved()).toBeTruthy());
  expect(saved()).toMatchObject({
    category: "draw",
    since: "2026-11-30T15:00:00.000Z",
    until: "2026-12-24T00:00:00.000Z",
  });
});
