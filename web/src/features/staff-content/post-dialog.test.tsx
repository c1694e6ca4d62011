import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { PostRow } from "./content.ts";
import { PostDialog } from "./post-dialog.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const post: PostRow = {
  idx: 27,
  version: 4,
  texts: [
    { lang: "en", title: "Wheel", content: "<p>Turn it.</p>", status: "source" },
    { lang: "ko", title: "룰렛", content: "<p>돌리세요.</p>", status: "changed" },
    { lang: "th", title: "วงล้อ", content: "<p>หมุน</p>", draft: true, status: "draft" },
  ],
  everyone: false,
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

const picture = `/api/picture/${"a".repeat(64)}.jpg`;

test("one post is edited language by language and saved once", async () => {
  const calls = stubApi({
    "/api/admin/board/save": () => ({ idx: 27 }),
    "/api/admin/picture/list": () => ({
      list: [{ image: picture, width: 1600, height: 900, uploadedAt: "2026-11-20T00:00:00Z" }],
      next: null,
    }),
  });
  await show(<PostDialog boardType="event" post={post} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  const tab = (name: RegExp) => dialog.getByRole("button", { name });
  const field = (label: string) => dialog.getByLabelText(label) as HTMLInputElement;
  expect(field("Title").value).toBe("Wheel");
  await userEvent.click(dialog.getByRole("button", { name: "Choose an uploaded picture" }));
  await userEvent.click(await dialog.findByRole("button", { name: "Picture of 2026-11-20 09:00, 1600 × 900 pixels" }));
  const preview = within(dialog.getAllByRole("region", { name: "Preview" }).at(-1) ?? document.body);
  expect(preview.getByText("Turn it.")).toBeTruthy();
  await userEvent.click(tab(/^ไทย/));
  expect(preview.getByText("Readers of this language see nothing yet."), "a draft").toBeTruthy();
  await userEvent.click(tab(/^한국어/));
  expect(field("Title").value).toBe("룰렛");
  // Of a post that is not for everyone, the first language of the site that is ready; it stays.
  expect(dialog.getByText("The other languages are translated from this text.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /^Remove this text/ })).toBeNull();
  await userEvent.click(tab(/^ไทย/));
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
      version: 4,
      boardType: "event",
      published: false,
      everyone: false,
      texts: [
        { lang: "ko", title: "룰렛", image: "", draft: false },
        { lang: "en", title: "Wheel", image: picture, draft: false },
        { lang: "jp", title: "ホイール", image: "", draft: false },
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

test("what other staff saved meanwhile is told, and stays", async () => {
  const calls = stubApi({ "/api/admin/board/save": () => "C019" });
  await show(<PostDialog boardType="notice" post={post} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Someone else changed this in the meantime/)).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/save"))?.body).toMatchObject({ idx: 27, version: 4 });
});
