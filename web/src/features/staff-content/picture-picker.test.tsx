import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { PicturePicker } from "./picture-picker.tsx";

beforeAll(() => startI18n("admin"));
afterEach(() => vi.unstubAllGlobals());

const pictureOf = (sign: string) => ({
  image: `/api/picture/${sign.repeat(64)}.jpg`,
  width: 1600,
  height: 900,
  uploadedAt: "2026-11-20T00:00:00Z",
});

test("the pictures of the site are shown page by page, and one is picked", async () => {
  const next = { at: "2026-11-20T00:00:00Z", hash: "b".repeat(64) };
  const calls = stubApi({
    "/api/admin/picture/list": ({ after }) =>
      after ? { list: [pictureOf("c")], next: null } : { list: [pictureOf("a"), pictureOf("b")], next },
  });
  const onPick = vi.fn();
  await show(<PicturePicker id="p" value={pictureOf("b").image} onPick={onPick} />);
  const pressed = () => screen.getAllByRole("button", { pressed: true }).map((one) => one.querySelector("img")?.src);
  await screen.findAllByRole("img");
  expect(pressed()).toEqual([expect.stringContaining("b".repeat(64))]);
  await userEvent.click(screen.getByRole("button", { name: "Show older pictures" }));
  await waitFor(() => expect(screen.getAllByRole("img")).toHaveLength(3));
  expect(calls.map(({ body }) => body)).toEqual([{}, { after: next }]);
  expect(screen.queryByRole("button", { name: "Show older pictures" })).toBeNull();
  const last = screen.getAllByRole("img").at(-1)?.closest("button");
  if (last) await userEvent.click(last);
  expect(onPick).toHaveBeenCalledWith(pictureOf("c").image);
});

test("a site without pictures says so", async () => {
  stubApi({ "/api/admin/picture/list": () => ({ list: [], next: null }) });
  await show(<PicturePicker id="p" value="" onPick={() => undefined} />);
  expect(await screen.findByText("No picture was uploaded yet.")).toBeDefined();
});
