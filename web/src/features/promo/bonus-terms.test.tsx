import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { show, stubApi } from "#shared/testing/render.tsx";
import { BonusTerms } from "./bonus-terms.tsx";

afterEach(() => vi.unstubAllGlobals());

const term = (rule: string, state: string) => ({
  rule,
  rate: 500,
  unit: "cash",
  cap: 50_000,
  minDeposit: 10_000,
  turnover: 10_000,
  state,
});

test("a bonus that the next deposit cannot get says so, and why", async () => {
  const list = [term("new", "used"), term("first", "paid"), term("again", "open"), term("weekend", "later")];
  stubApi({ "/api/bonus/info": () => ({ wanted: true, list }) });
  await show(<BonusTerms />);
  const lines = (await screen.findAllByRole("listitem")).map((line) => line.textContent);
  expect(lines[0]).toContain("UsedOnly for your first deposit ever. You have deposited before.");
  expect(lines[1]).toContain("Paid todayEach bonus is paid once a day.");
  expect(lines[2]).toMatch(/^Later deposits of the day: 5%From/);
  expect(lines[3]).toContain("Not yetOn Saturdays and Sundays only.");
});

test("the first deposit ever gets the bonus for new members, not that of the day, too", async () => {
  const list = [term("new", "open"), term("first", "instead")];
  stubApi({ "/api/bonus/info": () => ({ wanted: true, list }) });
  await show(<BonusTerms />);
  expect(await screen.findByText(/Your first deposit ever gets the new-member bonus/)).toBeTruthy();
});
