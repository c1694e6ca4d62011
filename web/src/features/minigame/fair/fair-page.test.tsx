import { webcrypto } from "node:crypto";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawGames } from "#shared/minigame/games.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import type { DrawSearch } from "../search.ts";
import type { PublishedRound } from "./check-round.ts";
import { FairPage } from "./fair-page.tsx";
import { EVERY, honest } from "./testing.ts";

beforeEach(() => vi.stubGlobal("crypto", webcrypto));
afterEach(() => vi.unstubAllGlobals());

const publicBeacon = { chain: honest.beaconChain, publicKey: "", genesis: 0, period: 3, public: true };

async function open(search: DrawSearch, round: Partial<PublishedRound> = {}, beacon: object | null = publicBeacon) {
  const calls = stubApi({
    "/api/minigame/games": () => ({
      now: honest.endedAt,
      beacon,
      games: drawGames.map((code) => ({
        code,
        every: EVERY,
        stands: { game: code, version: 1, rounds: [], last: code === "eos3" ? honest : null },
      })),
    }),
    "/api/minigame/round": () => ({ ...honest, ...round }),
  });
  function Here() {
    const [at, setAt] = useState(search);
    return <FairPage search={at} onSearch={setAt} links={null} />;
  }
  await show(<Here />);
  await screen.findByText("How a draw comes about");
  return calls;
}

test("the way of a draw is told by the last round, with the beacon that there is", async () => {
  await open({});
  expect(screen.getByText("The last round: EOS Powerball 3 min, round 564,925,201")).toBeTruthy();
  expect(screen.getByText(honest.commitment)).toBeTruthy();
  expect(screen.getByText(/drand’s quicknet, a public network/)).toBeTruthy();
});

test.each([
  [{ ...publicBeacon, public: false }, /a network of the operator’s own/, /value of its own beacon ahead/],
  [null, /the house could know outcomes ahead/, /The house could know the outcome ahead/],
])("a beacon that proves less says so", async (beacon, told, house) => {
  await open({}, {}, beacon);
  expect(screen.getByText(told)).toBeTruthy();
  expect(screen.getByText(house)).toBeTruthy();
});

test("a round that is entered is computed again", async () => {
  const calls = await open({});
  await userEvent.selectOptions(screen.getByLabelText("Game"), "eos3");
  await userEvent.type(screen.getByLabelText("Round"), "564925201");
  await userEvent.click(screen.getByRole("button", { name: "Check the round" }));
  await screen.findByText(/All checks are ok/);
  expect(screen.getAllByText("ok")).toHaveLength(8);
  expect(calls.at(-1)).toEqual({ path: "/api/minigame/round", body: { game: "eos3", no: 564_925_201 } });
  expect(screen.getByText(/-game eos3 -round 564925201/)).toBeTruthy();
});

test("a number that is none is refused at its field", async () => {
  const calls = await open({});
  await userEvent.type(screen.getByLabelText("Round"), "abc");
  await userEvent.click(screen.getByRole("button", { name: "Check the round" }));
  expect(await screen.findByText("Enter the number of a round.")).toBeTruthy();
  expect(calls.filter(({ path }) => path === "/api/minigame/round")).toEqual([]);
});

test("a round that was bent names the check that fails, with both values", async () => {
  await open({ game: "eos3", no: honest.no }, { commitment: "07".repeat(32) });
  await screen.findByText(/1 check failed/);
  const item = screen.getByText("FAILED").closest("li");
  expect(item?.textContent).toContain("The commitment is the hash of the seed");
  expect(item?.textContent).toContain(honest.commitment);
  expect(item?.textContent).toContain("07".repeat(32));
});

test("a round that was not drawn has its commitment alone", async () => {
  await open({ game: "eos3", no: honest.no }, { state: "open", seed: "", signature: "", outcome: null });
  await waitFor(() =>
    expect(screen.getByText(/This round has not been drawn/).textContent).toContain(honest.commitment),
  );
  expect(screen.queryByText("ok")).toBeNull();
});
