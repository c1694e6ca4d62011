import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addTradingTexts } from "#shared/i18n/trading-texts.ts";
import type { Pattern } from "./patterns.ts";
import { PatternsPage } from "./patterns-page.tsx";
import { open } from "./testing.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addTradingTexts();
});
afterEach(() => vi.unstubAllGlobals());

const PATTERNS = "/api/admin/sports/patterns";
const SETTLE = "/api/admin/sports/patterns/settle";
const rush: Pattern = {
  idx: 3,
  kind: "rush",
  eventIdx: 7,
  home: "Northfield",
  away: "Southport",
  selection: { kind: "1x2", period: "full", line: 0, key: "home" },
  memId: "",
  bets: 12,
  members: 6,
  stakes: 6_000_000,
  firstAt: "2026-11-26T10:00:00Z",
  lastAt: "2026-11-26T10:08:00Z",
};
const late: Pattern = {
  ...rush,
  idx: 4,
  kind: "late",
  eventIdx: 0,
  home: "",
  away: "",
  selection: null,
  memId: "lee",
  members: 1,
};
const copied: Pattern = { ...rush, idx: 5, kind: "copied", selection: null };

test("unusual bets are named by their selection, their member or their first match, and are filtered by kind", async () => {
  const calls = await open(PatternsPage, "/", {
    [PATTERNS]: ({ kind }) => ({ list: kind ? [late] : [rush, late, copied], next: null }),
  });
  await screen.findByRole("row", { name: /Northfield – Southport · .*: Northfield.*12.*6/ });
  expect(screen.getByRole("row", { name: /lee.*Behind the score/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /Northfield – Southport and others.*The same folder/ })).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText("Pattern"), "Behind the score");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Northfield/ })).toBeNull());
  expect(calls.findLast(({ path }) => path === PATTERNS)?.body).toEqual({ kind: "late" });
});

test("a pattern is settled with a note, and a colleague who was first is said", async () => {
  const answers: (object | string)[] = ["C019", {}];
  let list = [late];
  const calls = await open(PatternsPage, "/", {
    [PATTERNS]: () => ({ list, next: null }),
    [SETTLE]: () => {
      const answer = answers.shift();
      if (typeof answer !== "string") list = [];
      return answer;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Settle: Behind the score, lee" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("textbox"), "a fast line");
  await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
  expect(await dialog.findByText(/A colleague has settled this/)).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
  expect(await screen.findByText("Nothing unusual")).toBeDefined();
  expect(calls.findLast(({ path }) => path === SETTLE)?.body).toEqual({ idx: 4, note: "a fast line" });
});

test("staff without the right to trade reads only", async () => {
  await open(PatternsPage, "/", { [PATTERNS]: () => ({ list: [late], next: null }) }, ["sports"]);
  await screen.findByRole("row", { name: /lee/ });
  expect(screen.queryByRole("button", { name: /^Settle/ })).toBeNull();
});
