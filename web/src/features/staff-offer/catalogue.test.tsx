import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addOfferTexts } from "#shared/i18n/offer-texts.ts";
import { offer, open } from "./testing.tsx";

beforeAll(async () => {
  await startI18n("admin");
  await addOfferTexts();
});
afterEach(() => vi.unstubAllGlobals());

test("a key is rotated with an overlap, and the new secret is shown once", async () => {
  let refuses = true;
  const calls = await open("/", {
    "/api/admin/offer/key/rotate": () => (refuses ? "C019" : { made: "new-secret\n" }),
    "/api/admin/offer/key/end": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Keys: sim" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Rotate the key" }));
  expect(dialog.getByText(/up to 64 letters/)).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith("/rotate"))).toBe(false);
  await userEvent.type(dialog.getByLabelText("ID of the new key"), "k3");
  await userEvent.selectOptions(dialog.getByLabelText("The old key stays valid for"), "168");
  await userEvent.click(dialog.getByRole("button", { name: "Rotate the key" }));
  expect(await dialog.findByText(/It was changed in the meantime/)).toBeDefined();
  refuses = false;
  await userEvent.click(dialog.getByRole("button", { name: "Rotate the key" }));
  expect(await screen.findByText("new-secret")).toBeDefined();
  expect(calls.find(({ path }) => path.endsWith("/rotate"))?.body).toEqual({
    vendor: "sim",
    kind: "hmac",
    id: "k3",
    overlapHours: 168,
    given: "",
  });
});

test("the end of a key is asked of a second person, after a question", async () => {
  const calls = await open("/", { "/api/admin/offer/key/end": () => "U035" });
  await userEvent.click(await screen.findByRole("button", { name: "Keys: sim" }));
  await userEvent.click(await screen.findByRole("button", { name: "End: k1" }));
  expect(calls.some(({ path }) => path.endsWith("/end"))).toBe(false);
  await userEvent.click(screen.getByText("Ask to end it"));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/end"))).toBe(true));
  expect(calls.find(({ path }) => path.endsWith("/end"))?.body).toEqual({ vendor: "sim", id: "k1" });
});

test("staff without the right sees keys, but changes and adds nothing", async () => {
  await open("/", {}, ["offer"]);
  expect(await screen.findByText(/k2/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Keys: sim" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add a provider" })).toBeNull();
});

test("a provider whose protocol needs networks is not sent without them", async () => {
  const calls = await open("/", { "/api/admin/offer/vendor/add": ({ id }) => (id === "sim" ? "C019" : "U035") });
  await userEvent.click(await screen.findByRole("button", { name: "Add a provider" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("ID"), "sim");
  await userEvent.selectOptions(dialog.getByLabelText("Protocol"), "hub88");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getByText(/its protocol needs them/)).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith("/add"))).toBe(false);
  await userEvent.type(dialog.getByLabelText("Calls from"), "203.0.113.0/24, 198.51.100.7/32");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByText("There is one of this ID already.")).toBeDefined();
  await userEvent.clear(dialog.getByLabelText("ID"));
  await userEvent.type(dialog.getByLabelText("ID"), "acme");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.filter(({ path }) => path.endsWith("/add")).at(-1)?.body).toEqual({
    id: "acme",
    family: "hub88",
    networks: ["203.0.113.0/24", "198.51.100.7/32"],
  });
});

test("a product is added once it has an ID, a name and a picture", async () => {
  const calls = await open("/?part=products", {
    "/api/admin/offer/product/add": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Add a product" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(calls.some(({ path }) => path.endsWith("/add"))).toBe(false);
  await userEvent.type(dialog.getByLabelText("ID"), "901");
  await userEvent.type(dialog.getByLabelText("Name"), "Snow House");
  await userEvent.type(dialog.getByLabelText("Picture"), "/art/games/koi.svg");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/add"))?.body).toEqual({
    procId: "901",
    vendor: "sim",
    groupCode: "slot",
    name: "Snow House",
    image: "/art/games/koi.svg",
  });
});

test("a game is added to the product that the list is filtered by", async () => {
  const calls = await open("/?part=games&product=204", {
    "/api/admin/offer/games": () => ({ list: [], pageInfo: { page: 1, pages: 0, total: 0, countPerList: 50 } }),
    "/api/admin/offer/game/add": () => ({}),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Add a game" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Code"), "snow-tiger");
  await userEvent.type(dialog.getByLabelText("Korean name"), "눈 호랑이");
  await userEvent.type(dialog.getByLabelText("English name"), "Snow Tiger");
  await userEvent.type(dialog.getByLabelText("Picture"), "/art/games/koi.svg");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.filter(({ path }) => path.endsWith("/add")).at(-1)?.body).toEqual({
    procId: "204",
    code: "snow-tiger",
    name_KOR: "눈 호랑이",
    name_ENG: "Snow Tiger",
    thumbnail: "/art/games/koi.svg",
  });
});

test("what waits for the second person stands above the providers", async () => {
  await open("/", {
    "/api/admin/offer/list": () => ({
      ...offer,
      waits: [
        { act: "add", vendor: "nova", key: "", askedBy: "staff1", askedAt: "2026-11-20T09:00:00Z" },
        { act: "rotate", vendor: "sim", key: "k3", askedBy: "staff2", askedAt: "2026-11-20T08:00:00Z" },
      ],
    }),
  });
  const waits = within(await screen.findByRole("region", { name: "Waits for a second person" }));
  expect(waits.getByText(/New provider: nova · staff1/)).toBeDefined();
  expect(waits.getByText(/New key of sim: k3 · staff2/)).toBeDefined();
});

const heldWin = {
  idx: 7,
  txId: "w1",
  roundId: "r1",
  memId: "minji",
  memNick: "Minji",
  gameName: "Koi Garden",
  currency: "KRW",
  amount: 10_000_001,
  why: "win",
  since: "2026-11-20T07:00:00Z",
};

test("a held win is paid or refused with a reason, by asking a second person", async () => {
  const answers = {
    "/api/admin/offer/wins": () => ({ list: [heldWin], next: null }),
    "/api/admin/offer/win/decide": () => "U035",
  };
  const calls = await open("/?open=wins&vendor=sim", answers, ["offer", "cash"]);
  expect(await screen.findByText("Above the limit of a win")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Pay the win of minji" }));
  await userEvent.type(within(screen.getByRole("dialog")).getByRole("textbox"), "the provider confirms it");
  await userEvent.click(screen.getByRole("button", { name: "Ask to pay it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("/decide"))?.body).toEqual({
    idx: 7,
    pay: true,
    reason: "the provider confirms it",
  });
});

test("staff without the right to pay sees held wins only", async () => {
  await open("/?open=wins&vendor=sim", { "/api/admin/offer/wins": () => ({ list: [heldWin], next: null }) }, ["offer"]);
  expect(await screen.findByText("Above the limit of a win")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Pay the win of minji" })).toBeNull();
});
