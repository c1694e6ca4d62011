import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import type { Match } from "#shared/sports/book.ts";
import { match } from "#shared/sports/samples.ts";
import type { Selection } from "#shared/sports/selection.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { SportsSearch } from "./search.ts";
import { SportsPage } from "./sports-page.tsx";

beforeEach(async () => {
  await Promise.all([addPlayTexts(), addSportsTexts()]);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const tree = {
  sports: [
    {
      sport: "soccer",
      live: 1,
      upcoming: 2,
      leagues: [{ leagueIdx: 1, name: "First Division", country: "", live: 1, upcoming: 2 }],
    },
    {
      sport: "tennis",
      live: 0,
      upcoming: 4,
      leagues: [{ leagueIdx: 9, name: "Open", country: "", live: 0, upcoming: 4 }],
    },
  ],
};

const live = match({ eventIdx: 2, home: "Eastham", away: "Westhill" });
live.progress = {
  ...live.progress,
  state: "live",
  period: "h2",
  clock: 4_000,
  clockAt: new Date().toISOString(),
  home: 2,
  away: 1,
};

/** The page at a search that its own controls change. */
async function open(first: SportsSearch = {}, lists: Match[] = [live, match({ eventIdx: 1 })]) {
  const calls = stubApi({
    "/api/sports/tree": () => tree,
    "/api/sports/matches": ({ after }) =>
      after
        ? { list: [match({ eventIdx: 3, home: "Lakeside" })], next: null }
        : { list: lists, next: { startsAt: "2026-11-26T12:00:00Z", eventIdx: 1 } },
  });
  const chosen: Selection[] = [];
  const opened: number[] = [];
  function Here() {
    const [search, setSearch] = useState(first);
    return (
      <SportsPage
        search={search}
        onSearch={setSearch}
        chosen={new Set(["101:draw"])}
        onChoose={(selection) => chosen.push(selection)}
        onOpen={(eventIdx) => opened.push(eventIdx)}
        slip={null}
      />
    );
  }
  const { client } = await show(<Here />);
  const asked = () => calls.filter(({ path }) => path === "/api/sports/matches").map(({ body }) => body);
  return { client, asked, chosen, opened };
}

test("matches stand by league with their prices; one in play has its minute and score", async () => {
  const { chosen, opened } = await open();
  const grid = await screen.findByRole("grid", { name: "Soccer, First Division" });
  const [, playing, coming] = within(grid).getAllByRole("row");
  expect(playing?.textContent).toContain("67′EasthamWesthill2:1");
  expect(within(grid).getByRole("button", { name: /X 3.40/, pressed: true })).toBeTruthy();
  await userEvent.click(within(coming as HTMLElement).getByRole("button", { name: /^2 4.20/ }));
  expect(chosen).toMatchObject([
    { eventIdx: 1, marketIdx: 101, pick: "away", price: 4_200, version: 13, home: "Northfield" },
  ]);
  await userEvent.click(within(coming as HTMLElement).getByRole("button", { name: /^All markets|^\+2/ }));
  expect(opened).toEqual([1]);
});

test("a league has the name of its country, not its code", async () => {
  await open({}, [match({ eventIdx: 1, country: "KR" })]);
  expect(await screen.findByRole("heading", { name: "Soccer South Korea · First Division" })).toBeTruthy();
});

test("a sport, a league, a time and a market are asked for, and a search asks the server once it rests", async () => {
  const { asked } = await open();
  await userEvent.click(await screen.findByRole("button", { name: /^Tennis/ }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sport: "tennis" }));
  await userEvent.click(screen.getByRole("button", { name: "Live" }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ sport: "tennis", live: true }));
  await userEvent.click(screen.getByRole("button", { name: "Handicap" }));
  expect(await screen.findAllByRole("button", { name: /^−0.5 1.92/ })).toHaveLength(2);
  const before = asked().length;
  await userEvent.click(screen.getByRole("searchbox"));
  await userEvent.paste("lake");
  await waitFor(() => expect(asked().at(-1)).toEqual(expect.objectContaining({ search: "lake", count: 50 })));
  expect(asked().length - before).toBe(1);
});

test("the next page stands below the first", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "More matches" }));
  expect(await screen.findByText("Lakeside")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "More matches" })).toBeNull();
});

test("starred matches are kept on this device and have a list of their own", async () => {
  const { asked } = await open({ view: "kept" });
  expect(await screen.findByText("No favorite matches")).toBeTruthy();
  expect(asked()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Show all matches" }));
  await userEvent.click(await screen.findByRole("button", { name: "Favorite: Northfield – Southport" }));
  await userEvent.click(screen.getByRole("button", { name: "Favorites" }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ eventIdxs: [1] }));
});

test("odds are read in the member's form", async () => {
  await open();
  await userEvent.selectOptions(await screen.findByLabelText("Odds format"), "american");
  expect((await screen.findAllByRole("button", { name: /−118/ })).length).toBeGreaterThan(0);
  await userEvent.selectOptions(screen.getByLabelText("Odds format"), "decimal");
});

test("nothing in play says so, and leads on", async () => {
  await open({ view: "live" }, []);
  expect(await screen.findByText("Nothing is being played right now")).toBeTruthy();
});
