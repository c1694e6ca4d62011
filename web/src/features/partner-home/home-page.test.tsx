import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { sessionKey } from "#shared/partner/session.ts";
import { newTestClient, show, stubApi } from "#shared/testing/render.tsx";
import { HomePage } from "./home-page.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
afterEach(() => vi.unstubAllGlobals());

const figures = (betAmt: number) => ({
  money: { deposits: { count: 2, amount: 9_000 }, withdrawals: { count: 1, amount: 4_000 } },
  play: { bets: 7, betAmt, betWinAmt: 20_000, ggr: betAmt - 20_000 },
  commission: { rolling: 300, losing: -40 },
  joined: 5,
});
const nothing = { money: null, play: null, commission: null, joined: null };

async function open(home: object) {
  stubApi({ "/api/partner/reports/home": () => home });
  const client = newTestClient();
  client.setQueryData(sessionKey, {
    agent: { agentId: "harbor.kim", memId: "harbor", name: "Mina", partnerLevel: 2, rights: ["play.read"] },
  });
  await show(<HomePage />, "en", client);
}

test("figures that are added up stand apart from those of this moment, each with its time (D-54)", async () => {
  await open({
    asOf: "2026-11-27T04:00:00Z",
    today: figures(50_000),
    month: figures(880_000),
    days: [{ day: "2026-11-27", ...figures(50_000) }],
    live: {
      now: "2026-11-27T04:01:00Z",
      online: 12,
      deposits: { count: 3, amount: 6_600 },
      withdrawals: { count: 0, amount: 0 },
      openBets: { count: 8, amount: 12_000 },
    },
  });
  const today = await screen.findByRole("region", { name: "Today" });
  expect(today.textContent).toContain("Complete up to");
  expect(today.textContent).toContain("50,000");
  expect(within(screen.getByRole("region", { name: "This month" })).getByText(/880,000/)).toBeTruthy();
  const live = screen.getByRole("region", { name: "Live" });
  expect(live.textContent).toContain("Now,");
  expect(within(live).getByText("12")).toBeTruthy();
  expect(screen.getByText("Own commission", { selector: "figcaption" })).toBeTruthy();
});

test("a person sees the figures that the rights allow, and no empty tiles", async () => {
  await open({
    asOf: null,
    today: { ...nothing, play: figures(1_000).play },
    month: nothing,
    days: [{ day: "2026-11-27", ...nothing, play: figures(1_000).play }],
    live: { now: "2026-11-27T04:01:00Z", online: null, deposits: null, withdrawals: null, openBets: null },
  });
  const today = await screen.findByRole("region", { name: "Today" });
  expect(within(today).getByText("No bet was settled yet")).toBeTruthy();
  expect(within(today).queryByText("Rolling")).toBeNull();
  expect(screen.queryByRole("region", { name: "Live" })).toBeNull();
  expect(screen.queryByText("Own commission")).toBeNull();
});
