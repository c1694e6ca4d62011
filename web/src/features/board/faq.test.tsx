import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { Faq } from "./faq.tsx";
import type { FaqSearch } from "./search.ts";

const post = (idx: number, category: string, title: string, text: string) => ({
  idx,
  category,
  title,
  text,
  content: `<p>${text}</p>`,
});
const list = [
  post(1, "deposit", "When is my deposit credited?", "At once."),
  post(2, "game", "How is a jackpot won?", "By a draw."),
  post(3, "before there were topics", "Who are you?", "A site."),
];

const searches: FaqSearch[] = [];
const scrolled = vi.fn();

beforeEach(() => {
  searches.length = 0;
  scrolled.mockReset();
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(scrolled);
});
afterEach(() => vi.unstubAllGlobals());

async function faq(first: FaqSearch = {}, posts = list) {
  stubApi({ "/api/board/faq/list": () => ({ list: posts, pageInfo: {} }) });
  function Page() {
    const [search, setSearch] = useState(first);
    const change = (next: FaqSearch) => {
      searches.push(next);
      setSearch(next);
    };
    return <Faq search={search} onSearch={change} ask={<button type="button">Ask</button>} guides={<p>Guides</p>} />;
  }
  await show(<Page />);
  await screen.findByRole("searchbox");
}

const titles = () => [...document.querySelectorAll("summary")].map((summary) => summary.textContent);

test("questions stand under their topics, those of no known topic last", async () => {
  await faq();
  const headings = screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));
  expect(headings.filter((name) => ["Deposits", "Games", "Other"].includes(name ?? ""))).toEqual([
    "Deposits",
    "Games",
    "Other",
  ]);
  const other = within(screen.getByRole("region", { name: "Other" }));
  expect(other.getByText("Who are you?")).toBeTruthy();
});

test("the address says the topic and what is looked for; both narrow the list", async () => {
  await faq({ topic: "game" });
  expect(titles()).toEqual(["How is a jackpot won?"]);
  await userEvent.click(screen.getByRole("button", { name: "All" }));
  expect(searches.at(-1)).toEqual({});
  await userEvent.type(screen.getByRole("searchbox"), "draw");
  expect(searches.at(-1)).toEqual({ q: "draw" });
  expect(titles()).toEqual(["How is a jackpot won?"]);
  expect(screen.getByText("1 question found")).toBeTruthy();
});

test("an address with an answer shows it open and brings it into view; another that is opened stays where it is", async () => {
  await faq({ open: 2 });
  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
  const details = document.querySelector<HTMLDetailsElement>("[data-question='2']");
  expect(details?.open).toBe(true);
  await userEvent.click(screen.getByText("When is my deposit credited?"));
  await waitFor(() => expect(searches.at(-1)).toEqual({ open: 1 }));
  await waitFor(() => expect(details?.open).toBe(false));
  expect(scrolled).toHaveBeenCalledTimes(1);
});

test("where nothing is found or asked yet, the way to ask stays", async () => {
  await faq({ q: "nothing like it" });
  expect(screen.getByText("No question matches")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Ask" })).toBeTruthy();
});
