import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { PartnerRight } from "#shared/api/contract.gen.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import { addPartnerTexts } from "#shared/i18n/partner-texts.ts";
import { homeKey } from "#shared/partner/home.ts";
import { purseQuery } from "#shared/partner/purse.ts";
import { sessionKey } from "#shared/partner/session.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { store } from "#shared/store.ts";
import { newTestClient, refuseApi, show } from "#shared/testing/render.tsx";
import { downlineEvents, happenedAtom } from "./events.ts";
import { LivePanel } from "./live-panel.tsx";

beforeAll(async () => {
  await startI18n("partner");
  await addPartnerTexts();
});
beforeEach(() => {
  store.set(happenedAtom, []);
  refuseApi();
});
afterEach(() => vi.unstubAllGlobals());

const event = (cmd: HubEvent["cmd"], data1 = "", data2 = "", ver = 0): HubEvent => ({
  cmd,
  data1,
  data2,
  ver,
  at: Date.parse("2026-11-27T03:00:00Z"),
});

/** A page of a person with these rights. */
async function panel(...rights: PartnerRight[]) {
  const client = newTestClient();
  client.setQueryData(sessionKey, {
    agent: { agentId: "harbor.mina", memId: "harbor", name: "Mina", partnerLevel: 2, rights },
  });
  return show(<LivePanel />, "en", client);
}

const sounds = () => screen.queryAllByRole("checkbox").map((box) => box.closest("label")?.textContent);

test("the panel has the kinds that the rights show, and is not there without one", async () => {
  const view = await panel("money.read", "commission.read");
  expect(sounds()).toEqual(["Deposits", "Withdrawals", "Pay-outs"]);
  view.unmount();
  const without = await panel("message.write", "money.write", "agent.modify");
  expect(screen.queryByRole("region")).toBeNull();
  without.unmount();
});

test("the figures of the first page are asked for again once for many events", () => {
  vi.useFakeTimers();
  try {
    const client = newTestClient();
    const asked = vi.spyOn(client, "invalidateQueries");
    const hear = downlineEvents(client);
    const home = () => asked.mock.calls.filter(([filter]) => filter?.queryKey === homeKey).length;
    for (let n = 0; n < 30; n++) hear(event("LEAVE", `m${n}`));
    hear(event("CASHREQ", "minsu01", "in"));
    expect(home()).toBe(0);
    vi.advanceTimersByTime(2_000);
    expect(home()).toBe(1);
    hear(event("BET"));
    hear(event("MSG", "3"));
    vi.advanceTimersByTime(30_000);
    expect(home()).toBe(1);
    hear(event("LOGIN", "minsu01"));
    hear(event("LOGIN", "minsu02"));
    vi.advanceTimersByTime(2_000);
    expect(home()).toBe(2);
    vi.advanceTimersByTime(30_000);
    expect(home()).toBe(3); // again when the new connection is counted
  } finally {
    vi.useRealTimers();
  }
});

test("what happens below is shown, the newest first", async () => {
  const { client } = await panel("lower.read", "money.read", "play.read");
  const hear = downlineEvents(client);
  act(() => {
    hear(event("JOIN", "minsu01"));
    hear(event("CASHREQ", "jiwoo01", "out"));
    hear(event("BET")); // says only that there are bets
    hear(event("BET", "minsu01", "500000"));
    hear(event("MSG", "3"));
  });
  const rows = screen.getAllByRole("listitem").map((row) => row.firstChild?.textContent);
  expect(rows).toEqual(["minsu01 bet ₩500,000", "Withdrawal of jiwoo01: requested or decided", "minsu01 joined"]);
});

test("no more than fifty are kept", () => {
  const hear = downlineEvents(newTestClient());
  for (let n = 0; n < 60; n++) hear(event("LOGIN", `m${n}`));
  expect(store.get(happenedAtom)).toHaveLength(50);
  expect(store.get(happenedAtom)[0]?.memId).toBe("m59");
});

test("the newer PT wins", () => {
  const client = newTestClient();
  client.setQueryData(purseQuery.queryKey, {
    pt: 100,
    version: 5,
    may: true,
    dayMax: 0,
    today: 0,
    left: 0,
    recallLeft: 0,
    payoutLeft: 0,
  });
  const hear = downlineEvents(client);
  hear(event("PT", "90", "0", 6));
  expect(client.getQueryData(purseQuery.queryKey)?.pt).toBe(90);
  hear(event("PT", "80", "0", 4));
  expect(client.getQueryData(purseQuery.queryKey)?.pt).toBe(90);
});

test("sounds are off until a kind is switched on, and only that one is heard", async () => {
  const started = vi.fn();
  const node = { connect: (next: unknown) => next, start: started, stop: () => undefined, frequency: { value: 0 } };
  const gain = {
    connect: (next: unknown) => next,
    gain: {
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    },
  };
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      destination = {};
      resume = () => Promise.resolve();
      createOscillator = () => node;
      createGain = () => gain;
    },
  );
  const { client } = await panel("lower.read", "money.read");
  const hear = downlineEvents(client);
  await act(async () => hear(event("LOGIN", "minsu01")));
  expect(started).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("checkbox", { name: "Deposits" }));
  expect(started).toHaveBeenCalledTimes(1);
  await act(async () => hear(event("CASHREQ", "minsu01", "in")));
  await act(async () => hear(event("CASHREQ", "minsu01", "out")));
  expect(started).toHaveBeenCalledTimes(2);
});
