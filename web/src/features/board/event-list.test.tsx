import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { EventList } from "./event-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const event = {
  content: "",
  text: "",
  category: "draw",
  writer: "Hubstake",
  createdAt: "2026-11-22T00:00:00Z",
  editedAt: null,
  views: 1,
  image: "",
  cmtCount: 0,
  since: null,
  until: null,
};

test("events are cards with their state and their time; those that are over on request", async () => {
  const calls = stubApi({
    "/api/board/event/list": ({ state }) => ({
      list:
        state === "over"
          ? [{ ...event, idx: 3, title: "Autumn", state: "over", until: "2026-11-01T00:00:00Z" }]
          : [
              { ...event, idx: 1, title: "Wheel", state: "running", image: "/art/banners/wheel.svg" },
              {
                ...event,
                idx: 2,
                title: "Cup",
                category: "of an older page",
                state: "coming",
                since: "2026-12-01T00:00:00Z",
                until: "2026-12-24T12:00:00Z",
              },
            ],
      idxList: [],
      pageInfo: { page: 1, pages: 1, total: 2, countPerList: 12 },
    }),
  });
  const onSearch = vi.fn();
  const link = ({ idx, title }: { idx: number; title: string }) => <a href={`/event/${idx}`}>{title}</a>;
  const about = (kind: string) => <a href={`/of/${kind}`}>Go</a>;
  const { unmount, ...view } = await show(<EventList search={{}} onSearch={onSearch} link={link} about={about} />);
  await screen.findByRole("link", { name: "Wheel" });
  const [wheel, cup] = screen.getAllByRole("listitem").map((card) => within(card));
  const { container } = view;
  const pictures = [...container.querySelectorAll("li")].map((card) => card.querySelector("img")?.getAttribute("src"));
  expect(pictures, "the picture of the event, else the drawing of its kind").toEqual([
    "/art/banners/wheel.svg",
    undefined,
  ]);
  expect(wheel?.getByText("On now")).toBeTruthy();
  expect(wheel?.getByText("No end date")).toBeTruthy();
  expect(cup?.getByText("Coming soon")).toBeTruthy();
  // An event that has not begun leads nowhere yet.
  expect(wheel?.getByRole("link", { name: "Go" }).getAttribute("href")).toBe("/of/draw");
  expect(cup?.queryByRole("link", { name: "Go" })).toBeNull();
  expect(cup?.getByText("2026-12-01 09:00 – 2026-12-24 21:00")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Ended" }));
  expect(onSearch).toHaveBeenCalledWith({ part: "over" });
  expect(calls.map(({ body }) => body.state)).toEqual(["running"]);
  unmount();
  await show(<EventList search={{ part: "over" }} onSearch={onSearch} link={link} />);
  await screen.findByRole("link", { name: "Autumn" });
  expect(screen.getByText("Until 2026-11-01 09:00")).toBeTruthy();
  expect(calls.map(({ body }) => body.state)).toEqual(["running", "over"]);
});
