import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addOfferTexts } from "#shared/i18n/offer-texts.ts";
import { koi, offer, open, pageInfo } from "./testing.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addOfferTexts();
});
afterEach(() => vi.unstubAllGlobals());

test("a game is switched off with a reason, and the page says who did it and why", async () => {
  let game = koi as object;
  const calls = await open("/?part=games", {
    "/api/admin/offer/games": () => ({ list: [game], pageInfo }),
    "/api/admin/offer/switch": ({ reason }) => {
      game = { ...koi, off: true, version: 1, setBy: "kim", reason, setAt: "2026-11-20T10:00:00Z" };
      return {};
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Switch off: Koi Garden" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Switch off: Koi Garden" }));
  expect(within(dialog).getByRole("alert").textContent).toBe("Please give a reason.");
  expect(calls.some(({ path }) => path.endsWith("/switch"))).toBe(false);
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "its reels stick");
  await userEvent.click(within(dialog).getByRole("button", { name: "Switch off: Koi Garden" }));
  await screen.findByRole("button", { name: "Switch on: Koi Garden" });
  expect(calls.find(({ path }) => path.endsWith("/switch"))?.body).toEqual({
    kind: "game",
    key: "koi",
    off: true,
    version: 0,
    reason: "its reels stick",
  });
  expect(screen.getByText("its reels stick")).toBeDefined();
  expect(screen.getByText("kim")).toBeDefined();
});

test("what other staff switched meanwhile is told, and the list is asked for again", async () => {
  let asked = 0;
  await open("/?part=products", {
    "/api/admin/offer/list": () => {
      asked += 1;
      return offer;
    },
    "/api/admin/offer/switch": () => "C019",
  });
  await userEvent.click(await screen.findByRole("button", { name: "Switch off: Nami Atelier" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "stale");
  const before = asked;
  await userEvent.click(within(dialog).getByRole("button", { name: "Switch off: Nami Atelier" }));
  expect(await within(dialog).findByText(/It was changed in the meantime/)).toBeDefined();
  expect(asked).toBeGreaterThan(before);
});

test("a part of what is switched off says so, and where nothing is found the filters are named", async () => {
  await open("/?part=games&state=off", {
    "/api/admin/offer/games": ({ onlyOff }) => ({ list: onlyOff ? [] : [koi], pageInfo }),
  });
  expect(await screen.findByText("No games found")).toBeDefined();
});

test("position and picture are checked before they are sent with the version that was shown", async () => {
  const calls = await open("/?part=games", {
    "/api/admin/offer/games": () => ({ list: [{ ...koi, within: "vendor" }], pageInfo }),
    "/api/admin/offer/change": () => ({}),
  });
  expect(await screen.findByText("Its provider is off")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Change: Koi Garden" }));
  const dialog = await screen.findByRole("dialog");
  const position = within(dialog).getByLabelText("Position");
  const picture = within(dialog).getByLabelText("Picture");
  await userEvent.clear(position);
  await userEvent.clear(picture);
  await userEvent.type(picture, "https://evil.test/x.svg");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Please enter a number from 0 to 9999.")).toBeDefined();
  expect(within(dialog).getByText("Please enter the path of a picture of this site.")).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith("/change"))).toBe(false);
  await userEvent.type(position, "12");
  await userEvent.clear(picture);
  await userEvent.type(picture, "/art/games/fox.svg");
  await userEvent.click(within(dialog).getByLabelText("Popular"));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/change"))).toBe(true));
  expect(calls.find(({ path }) => path.endsWith("/change"))?.body).toEqual({
    code: "koi",
    gameVersion: 7,
    ord: 12,
    isNew: true,
    isHot: true,
    thumbnail: "/art/games/fox.svg",
  });
});

test("a provider's row says what is open with it, and which keys and networks are its own", async () => {
  await open("/", {});
  const row = await screen.findByRole("row", { name: /sim/ });
  expect(row.textContent).toMatch(/2 · .*900/);
  expect(row.textContent).toMatch(/k1 \(until .*\), k2/);
  expect(row.textContent).toContain("10.1.0.0/16");
});

test("a provider's row says how calls went in the last hour, and a provider whose calls fail is marked", async () => {
  await open("/", {});
  const row = await screen.findByRole("row", { name: /sim/ });
  expect(within(row).getByText("Our calls fail")).toBeDefined();
  expect(row.textContent).toContain("1,240 calls · half within 35 ms, 95% within over 5 s · 12 failed");
  expect(row.textContent).toContain("1 call · half within 2 ms, 95% within 3 ms · 2 rejected");
});

test("without figures of calls the row says so, and nothing is marked", async () => {
  const [sim] = offer.vendors;
  await open("/", { "/api/admin/offer/list": () => ({ ...offer, vendors: [{ ...sim, calls: null }] }) });
  const row = await screen.findByRole("row", { name: /sim/ });
  expect(row.textContent).toContain("Not known now");
  expect(within(row).queryByText(/fail/)).toBeNull();
});

const round = {
  idx: 41,
  roundId: "acme-1",
  memId: "kim01",
  memNick: "Kim",
  gameName: "Koi Garden",
  currency: "KRW",
  stake: 1500,
  since: "2026-11-20T08:00:00Z",
};

test("open rounds of a provider have a list of their own, turned by its keys, with links to the member and the round", async () => {
  const next = { at: round.since, idx: 41 };
  const calls = await open(
    "/?open=rounds&vendor=sim",
    {
      "/api/admin/offer/rounds": ({ after }) =>
        after === undefined
          ? { list: [round], next }
          : { list: [{ ...round, idx: 42, memId: "lee02", currency: "USD" }], next: null },
    },
    ["offer", "member", "cash"],
  );
  expect(await screen.findByRole("heading", { name: "Open rounds: sim" })).toBeDefined();
  expect((await screen.findByRole("link", { name: "kim01" })).getAttribute("href")).toBe("/admin/members/kim01");
  expect(screen.getByRole("link", { name: "Koi Garden" }).getAttribute("href")).toMatch(
    /\/admin\/members\/kim01\?part=rounds&row=41/,
  );
  expect(await screen.findByText(/3 in total, .*4,500/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  const row = await screen.findByRole("row", { name: /lee02/ });
  expect(row.textContent).toContain("$15.00"); // in its own currency
  expect(calls.findLast(({ path }) => path.endsWith("/rounds"))?.body).toEqual({ vendor: "sim", after: next });
  await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
  expect(await screen.findByRole("row", { name: /kim01/ })).toBeDefined();
});

test("staff without the right to see members reads the list without links", async () => {
  await open("/?open=debts&vendor=sim", {
    "/api/admin/offer/debts": () => ({
      list: [{ ...round, txId: "w9", amount: 700, at: round.since, idx: 0, gameName: "" }],
      next: null,
    }),
  });
  const row = await screen.findByRole("row", { name: /kim01/ });
  expect(within(row).queryByRole("link")).toBeNull();
  expect(row.textContent).toContain("w9");
  expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
});

test("an unresolved transfer says how often the provider was asked", async () => {
  await open("/?open=transfers&vendor=sim", {
    "/api/admin/offer/transfers": () => ({
      list: [
        {
          id: "t1",
          memId: "kim01",
          memNick: "Kim",
          currency: "KRW",
          direction: "out",
          amount: 900,
          reason: "no answer",
          asked: 3,
          createdAt: round.since,
          askAt: round.since,
        },
      ],
      next: null,
    }),
  });
  const row = await screen.findByRole("row", { name: /kim01/ });
  expect(row.textContent).toContain("Back from the game");
  expect(row.textContent).toContain("no answer");
  expect(row.textContent).toContain("3 times, next at 2026-11-20 17:00:00");
});

test("a list in which nothing is open says so", async () => {
  await open("/?open=rounds&vendor=sim", { "/api/admin/offer/rounds": () => ({ list: [], next: null }) });
  expect(await screen.findByText("No round is open")).toBeDefined();
});

test("the figures lead to the lists", async () => {
  await open("/", {});
  const link = await screen.findByRole("link", { name: "Open rounds: sim" });
  expect(link.getAttribute("href")).toMatch(/\/admin\/providers\?open=rounds&vendor=sim/);
  expect(link.textContent).toMatch(/3 · .*4,500/);
});
