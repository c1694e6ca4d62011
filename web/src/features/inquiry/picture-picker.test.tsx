import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show } from "#shared/testing/render.tsx";
import { PicturePicker, usePictures } from "./picture-picker.tsx";

afterEach(() => vi.unstubAllGlobals());

function Page({ onIds }: { onIds(ids: number[]): void }) {
  const pictures = usePictures();
  onIds(pictures.ids);
  return <PicturePicker pictures={pictures} />;
}

const file = (name: string, type: string, size = 3) => new File([new Uint8Array(size)], name, { type });

test("pictures are uploaded as they are, three at most, and can be taken out again", async () => {
  const sent: unknown[] = [];
  const codes = ["200", "200", "E001", "200"];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    sent.push([path, new Headers(init.headers).get("content-type"), init.body]);
    const code = codes.shift() ?? "200";
    return Response.json({ resultCode: code, resultMessage: "", traceId: "t", data: { idx: sent.length } });
  });
  let ids: number[] = [];
  await show(<Page onIds={(next) => (ids = next)} />);
  const choose = (...files: File[]) =>
    userEvent.upload(screen.getByLabelText("Add pictures", { selector: "input" }), files, { applyAccept: false });
  for (const wrong of [
    file("a.svg", "image/svg+xml"),
    file("b.gif", "image/gif"),
    file("c.png", "image/png", 5 * 1024 * 1024 + 1),
  ]) {
    await choose(wrong);
    await screen.findByText(/at most 5 MB each/);
  }
  expect(sent).toEqual([]);
  const [one, two] = [file("one.png", "image/png"), file("two.webp", "image/webp")];
  await choose(one, two);
  await screen.findByRole("img", { name: "two.webp" });
  expect(screen.queryByText(/at most 5 MB each/)).toBeNull();
  expect(sent).toEqual([
    ["/api/board/qna/image/save", "image/png", one],
    ["/api/board/qna/image/save", "image/webp", two],
  ]);
  await choose(file("broken.jpg", "image/jpeg"));
  await screen.findByText(/could not be uploaded/);
  await choose(file("three.jpg", "image/jpeg"));
  await screen.findByRole("img", { name: "three.jpg" });
  expect(ids).toEqual([1, 2, 4]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add pictures" }).disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Remove the picture two.webp" }));
  expect(ids).toEqual([1, 4]);
});
