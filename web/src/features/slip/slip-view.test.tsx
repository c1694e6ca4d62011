import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { match } from "#shared/sports/samples.ts";
import { type Selection, selectionOf } from "#shared/sports/selection.ts";
import { store } from "#shared/store.ts";
import { Refused, show, stubApi } from "#shared/testing/render.tsx";
import { Toasts } from "#shared/ui/toast.tsx";
import { slipAtom, withToggled } from "./slip.ts";
import { SlipBeside } from "./slip-view.tsx";
import type { SlipOwner } from "./use-slip.ts";

const limits = {
  minStake: 5_000,
  maxStake: 1_000_000,
  maxWin: 3_000_000,
  minPrice: 1_100,
  maxPrice: 1_000_000,
  maxLegs: 20,
  pairs: [],
  bonuses: [{ legs: 3, factor: 1_030, minPrice: 1_300 }],
  accept: "none",
  delaySeconds: 5,
  cancel: { withinSeconds: 300, beforeSeconds: 600, perDay: 3, left: 3 },
  quick: [5_000, 10_000, 50_000, 100_000],
};

const placed = {
  betId: "b-1",
  betStatus: "BET",
  stake: 10_000,
  odds: 1_850,
  bonus: 1_000,
  win: 18_500,
  balance: 90_000,
  legs: [1_850],
};

const fail = (): never => {
  throw new Error("no such selection");
};

function legs(...eventIdxs: number[]): Selection[] {
  return eventIdxs.flatMap((eventIdx) => selectionOf(match({ eventIdx }), `${eventIdx}01:home`) ?? []);
}

const folder = {
  ...match({ eventIdx: 1 }),
  marketIdx: 101,
  key: "home",
  kind: "1x2",
  period: "full",
  line: 0,
  price: 1_850,
};
const later = () => new Date(Date.now() + 200_000).toISOString();

/** An open bet as the list has it. */
const openBet = (other: object) => ({
  ...placed,
  betIdx: 77,
  live: false,
  placedAt: later(),
  dueAt: null,
  cancelUntil: null,
  cashOut: null,
  folders: [folder],
  ...other,
});

let price = 1_850;

beforeEach(async () => {
  price = 1_850;
  await Promise.all([addPlayTexts(), addSportsTexts()]);
  store.set(slipAtom, () => ({ legs: legs(1), kind: "folder", stake: 10_000, last: null }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

type Table = Parameters<typeof stubApi>[0];

async function open(table: Table, owner: Partial<SlipOwner> = {}) {
  const calls = stubApi({
    "/api/bet/sports/limits": () => limits,
    "/api/bet/sports/open": () => ({ list: [] }),
    "/api/sports/match": ({ eventIdx }) => {
      const now = match({ eventIdx: Number(eventIdx) });
      const [winner] = now.markets;
      if (winner?.prices[0]) winner.prices[0] = { ...winner.prices[0], price, version: price === 1_850 ? 11 : 99 };
      return now;
    },
    ...table,
  });
  const login = vi.fn();
  await show(
    <>
      <SlipBeside member lock={null} onLogin={login} all="all" {...owner} />
      <Toasts />
    </>,
  );
  return { login, bets: () => calls.filter(({ path }) => path === "/api/bet/betProc").map(({ body }) => body) };
}

const placeButton = () => screen.findByRole("button", { name: /^Bet / });

test("a single is placed as it was seen, and its receipt says what it may pay", async () => {
  const { bets } = await open({ "/api/bet/betProc": () => placed });
  expect(await screen.findByText("From ₩5,000 to ₩1,000,000")).toBeTruthy();
  await userEvent.click(await placeButton());
  expect(await screen.findByText("Bet placed")).toBeTruthy();
  expect(screen.getByText("₩10,000 can pay ₩18,500.")).toBeTruthy();
  expect(bets()).toMatchObject([
    { legs: [{ marketIdx: 101, key: "home", price: 1_850, version: 11 }], stake: 10_000, accept: "none" },
  ]);
  expect(store.get(slipAtom).legs).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "New bet" }));
  expect(screen.getByText("Your bet slip is empty")).toBeTruthy();
});

test("the slip after a bet begins without a stake: a chip sets, the next one adds, and the button says the sum", async () => {
  await open({ "/api/bet/betProc": () => placed });
  await userEvent.click(await placeButton());
  store.set(slipAtom, withToggled(legs(2)[0] ?? fail()));
  await userEvent.click(await screen.findByRole("button", { name: "New bet" }));
  const stake = screen.getByRole<HTMLInputElement>("textbox", { name: "Stake" });
  expect(stake.value).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "50,000" }));
  expect(screen.getByRole("button", { name: "Bet ₩50,000" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "+10,000" }));
  expect(screen.getByRole("button", { name: "Bet ₩60,000" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Last: 10,000" }));
  expect(screen.getByRole("button", { name: "Bet ₩10,000" })).toBeTruthy();
});

test("a price that moved is agreed to before the bet (D-26)", async () => {
  price = 1_700;
  const { bets } = await open({ "/api/bet/betProc": () => placed });
  await userEvent.click(await screen.findByRole("button", { name: "Accept the new odds" }));
  await userEvent.click(await placeButton());
  await waitFor(() => expect(bets()).toMatchObject([{ legs: [{ price: 1_700, version: 99 }] }]));
});

test("a folder with more selections than the site allows says so and is not sent", async () => {
  store.set(slipAtom, () => ({ legs: legs(1, 2, 3), kind: "folder", stake: 10_000, last: null }));
  const { bets } = await open({ "/api/bet/sports/limits": () => ({ ...limits, maxLegs: 2 }) });
  expect(await screen.findByText("A folder may have at most 2 selections here. Please remove some.")).toBeTruthy();
  const button = screen.queryByRole("button", { name: /^Bet / });
  if (button) await userEvent.click(button);
  expect(bets()).toEqual([]);
});

test("who takes better odds is not asked about those", async () => {
  price = 2_000;
  const { bets } = await open({
    "/api/bet/betProc": () => placed,
    "/api/bet/sports/limits": () => ({ ...limits, accept: "better" }),
  });
  await screen.findByText("From ₩5,000 to ₩1,000,000");
  await userEvent.click(await placeButton());
  await waitFor(() => expect(bets()).toMatchObject([{ legs: [{ price: 1_850, version: 11 }], accept: "better" }]));
});

test("singles are a bet each; those before a refusal are placed, and it is said why the rest is not", async () => {
  store.set(slipAtom, () => ({ legs: legs(1, 2, 3), kind: "singles", stake: 10_000, last: null }));
  const { bets } = await open({
    "/api/bet/betProc": ({ legs }) =>
      JSON.stringify(legs).includes("201")
        ? new Refused("B0099", { reason: "suspended", legs: [0], now: [], maxStake: 0 })
        : placed,
  });
  await userEvent.click(await placeButton());
  expect(await screen.findByText("Bet placed")).toBeTruthy();
  expect(bets()).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "New bet" }));
  expect(await screen.findByText("Suspended for a moment. Please try again shortly.")).toBeTruthy();
  expect(store.get(slipAtom).legs.map(({ eventIdx }) => eventIdx)).toEqual([2, 3]);
});

test("a refused stake offers the largest that is taken", async () => {
  await open({
    "/api/bet/betProc": () => new Refused("B6001", { reason: "", legs: [], now: [], maxStake: 7_000 }),
  });
  await userEvent.click(await placeButton());
  await userEvent.click(await screen.findByRole("button", { name: "Stake ₩7,000 instead" }));
  expect(store.get(slipAtom).stake).toBe(7_000);
});

test("a bet whose answer was lost is the same bet when it is sent again (D-48)", async () => {
  const keys: string[] = [];
  let lost = true;
  await open({});
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (path !== "/api/bet/betProc") return answer(path, init);
    keys.push(new Headers(init.headers).get("idempotency-key") ?? "");
    if (lost) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(Response.json({ resultCode: "200", resultMessage: "", data: placed, traceId: "t" }));
  });
  await userEvent.click(await placeButton());
  await waitFor(() => expect(keys).toHaveLength(3));
  await waitFor(() => expect(screen.getByRole("button", { name: /^Bet / }).hasAttribute("disabled")).toBe(false));
  lost = false;
  await userEvent.click(await placeButton());
  expect(await screen.findByText("Bet placed")).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\d-]{16,64}$/);
});

test("a guest's slip leads to the log-in and stays as it is", async () => {
  const { login, bets } = await open({}, { member: false });
  expect(screen.queryByText(/^From /)).toBeNull();
  await userEvent.click(await placeButton());
  expect(login).toHaveBeenCalledTimes(1);
  expect(bets()).toEqual([]);
  expect(store.get(slipAtom).legs).toHaveLength(1);
});

test("a live bet is checked until it is accepted, or refused with its money back", async () => {
  const waiting = { ...placed, betStatus: "WAIT" };
  const bet = openBet({ ...waiting, live: true, placedAt: "2026-11-26T12:00:00Z", dueAt: "2026-11-26T12:00:05Z" });
  let list: unknown[] = [bet];
  await open({
    "/api/bet/betProc": () => waiting,
    "/api/bet/sports/open": () => ({ list }),
    "/api/bet/detail": () => ({
      betWinAmt: 0,
      slip: { betStatus: "CANCEL", state: "refused", reason: "score", folders: [] },
    }),
  });
  await userEvent.click(await placeButton());
  expect(
    await screen.findByText("₩10,000 is set aside while the odds are checked again.", { exact: false }),
  ).toBeTruthy();
  list = [];
  expect(await screen.findByText("The bet was not accepted")).toBeTruthy();
  expect(screen.getByText(/The score changed meanwhile.*₩10,000 is back/)).toBeTruthy();
});

test("an open bet is taken back while it may be, and a refusal says why (D-23)", async () => {
  let list: unknown[] = [openBet({ cancelUntil: later() })];
  let answer: unknown = new Refused("G006", { why: "late" });
  await open({
    "/api/bet/sports/open": () => ({ list }),
    "/api/bet/sports/cancel": ({ betIdx }) => {
      if (answer === null && betIdx === 77) list = [];
      return answer ?? { betId: "b-1" };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Take back 3:/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Take ₩10,000 back" }));
  expect(await screen.findByText("It is too late to take this bet back.")).toBeTruthy();
  answer = null;
  await userEvent.click(screen.getByRole("button", { name: "Take ₩10,000 back" }));
  expect(await screen.findByText("Bets that are not settled stand here.")).toBeTruthy();
});

const offer = (other: object) => ({
  amount: 0,
  why: "",
  asked: 0,
  dueAt: null,
  refused: "",
  refusedAmount: 0,
  ...other,
});

/** A bet that is worth 12,000 on the page and 11,000 by now. */
async function openFallen(accept: string) {
  let list: unknown[] = [openBet({ cashOut: offer({ amount: 12_000 }) })];
  const taken: unknown[] = [];
  await open({
    "/api/bet/sports/limits": () => ({ ...limits, accept }),
    "/api/bet/sports/open": () => ({ list }),
    "/api/bet/detail": () => ({ betWinAmt: 11_000, slip: { state: "cashed", folders: [] } }),
    "/api/bet/sports/cashout": (body) => {
      taken.push(body);
      const done = body.amount === 11_000 || body.accept === "any";
      list = done ? [] : [openBet({ cashOut: offer({ amount: 11_000 }) })];
      return done
        ? { betId: "b-1", amount: 11_000, dueAt: null }
        : new Refused("B0099", { why: "changed", amount: 11_000 });
    },
  });
  await screen.findByText("From ₩5,000 to ₩1,000,000"); // the choice is known
  await userEvent.click(await screen.findByRole("button", { name: "Cash out ₩12,000" }));
  return { taken, dialog: await screen.findByRole("dialog") };
}

test("an open bet is cashed out for its offer, and a value that changed is taken with one press (D-26)", async () => {
  const { taken, dialog } = await openFallen("better");
  expect(dialog.textContent).toContain("You get ₩12,000 now for your stake of ₩10,000");
  expect(dialog.textContent).toContain("If it is worth more meanwhile, you get more.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cash out ₩12,000" }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("Its value changed meanwhile.₩12,000→₩11,000");
  expect(dialog.textContent).toContain("You get ₩11,000 now for your stake of ₩10,000");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cash out ₩11,000" }));
  expect(await screen.findByText("Cashed out: ₩11,000 is in your balance.")).toBeTruthy();
  expect(taken).toEqual([
    { betIdx: 77, amount: 12_000, accept: "better" },
    { betIdx: 77, amount: 11_000, accept: "better" },
  ]);
});

test("a value that changed stays beside the bet that its member keeps for now", async () => {
  const { dialog } = await openFallen("none");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cash out ₩12,000" }));
  await within(dialog).findByRole("alert");
  await userEvent.click(within(dialog).getByRole("button", { name: "Keep the bet" }));
  expect((await screen.findByRole("alert")).textContent).toContain("₩12,000→₩11,000");
  await userEvent.click(screen.getByRole("button", { name: "Cash out ₩11,000" }));
  expect(await screen.findByText("Cashed out: ₩11,000 is in your balance.")).toBeTruthy();
});

test("a member who takes any change is cashed out for the value of now", async () => {
  const { taken, dialog } = await openFallen("any");
  expect(dialog.textContent).toContain("you get its new value, more or less");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cash out ₩12,000" }));
  expect(await screen.findByText("Cashed out: ₩11,000 is in your balance.")).toBeTruthy();
  expect(taken).toEqual([{ betIdx: 77, amount: 12_000, accept: "any" }]);
});

test("a cash-out in play that was refused for its value offers that of now, with one press", async () => {
  const taken: unknown[] = [];
  await open({
    "/api/bet/sports/open": () => ({
      list: [openBet({ cashOut: offer({ amount: 11_500, refused: "changed", refusedAmount: 12_000 }) })],
    }),
    "/api/bet/sports/cashout": (body) => {
      taken.push(body);
      return { betId: "b-1", amount: 11_500, dueAt: later() };
    },
  });
  expect((await screen.findByRole("alert")).textContent).toContain("₩12,000→₩11,500");
  await userEvent.click(screen.getByRole("button", { name: "Cash out ₩11,500" }));
  await waitFor(() => expect(taken).toMatchObject([{ betIdx: 77, amount: 11_500 }]));
});

test.each([
  ["one that is being checked", offer({ amount: 12_000, asked: 11_500 }), "Cash-out of ₩11,500 is being checked"],
  ["one that was refused", offer({ amount: 12_000, refused: "score" }), "Not cashed out. The score changed meanwhile."],
  ["none while a market has no odds", offer({ why: "suspended" }), "No cash-out right now."],
])("a cash-out says what became of it: %s", async (_, cashOut, text) => {
  await open({ "/api/bet/sports/open": () => ({ list: [openBet({ cashOut })] }) });
  expect(await screen.findByText(text)).toBeTruthy();
});

test("no offer below the stake is made while the whole stake can be taken back", async () => {
  const list = [openBet({ cancelUntil: later(), cashOut: offer({ amount: 9_500 }) })];
  await open({ "/api/bet/sports/open": () => ({ list }) });
  expect(await screen.findByRole("button", { name: /^Take back/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Cash out/ })).toBeNull();
});
