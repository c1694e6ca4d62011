import { useQueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useUnread } from "#features/message/unread.ts";
import { noticeAtom } from "#features/session/atoms.ts";
import { putSession, type Session, sessionKey } from "#features/session/session.ts";
import { useBalance } from "#features/wallet/balance.ts";
import { startI18n } from "#shared/i18n/i18n.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { store } from "#shared/store.ts";
import { show, stubApi } from "#shared/testing/render.tsx";
import { memberEvents } from "./events.ts";
import { SessionEnd } from "./session-end.ts";
import { useSessionLife } from "./session-life.ts";

const session = (): Session => ({
  token: "a",
  expiresAt: new Date(Date.now() + 120 * 60_000).toISOString(),
  topic: "topic",
  hubKey: "key",
  shard: "{0}",
  sid: "sid",
  documents: [],
  member: {
    memId: "golden7",
    memNick: "Gold",
    memName: "Hong",
    siteId: "demo",
    memLevel: 1,
    cashAmt: 100,
    pointAmt: 10,
    recommendYn: "N",
    currency: "KRW",
    phoneMasked: "",
    bankName: "",
    accountMasked: "",
    accountHolder: "",
    joinedAt: "2026-11-01T00:00:00Z",
    betLocked: false,
    betPermitted: true,
    balanceVersion: 3,
    inBreak: false,
    breakUntil: null,
  },
  msgInfo: { newMsg: 1 },
});

function Page({ go }: { go(to: string): void }) {
  const client = useQueryClient();
  const [end] = useState(() => new SessionEnd(client, { here: () => "/winner/point", go }));
  useSessionLife(end);
  return (
    <output>
      {useBalance()?.cashAmt ?? "-"} / {useUnread()}
    </output>
  );
}

// The texts are there before the clock stands still.
beforeAll(() => startI18n("member"));
beforeEach(() => {
  localStorage.clear();
  store.set(noticeAtom, null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A member's page; the clock stands still until the test moves it. */
async function page(api: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ "/api/etc/siteOption": () => ({ siteId: "demo", autoLogoutMinutes: 30 }), ...api });
  const go = vi.fn();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const { client } = await show(<Page go={go} />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(10);
  act(() => putSession(client, session()));
  await pass(10);
  const hear = (event: Partial<HubEvent>) =>
    act(() => {
      const end = new SessionEnd(client, { here: () => "/", go });
      memberEvents(client, end)({ cmd: "CASH", data1: "", data2: "", ver: 0, at: 1, ...event });
    });
  return { client, calls, go, pass, hear };
}

const shown = () => screen.getByRole("status").textContent;

test("balance and unread messages begin with the session's", async () => {
  await page();
  expect(shown()).toBe("100 / 1");
});

test("a lock of bets does not bring back the session's old figures", async () => {
  const { hear, pass } = await page();
  hear({ cmd: "MSG", data1: "5", ver: 9 });
  hear({ cmd: "CASH", data1: "700", data2: "0", ver: 9 });
  hear({ cmd: "LOCK_BET_YN", data1: "Y", data2: "Y" });
  await pass(10);
  expect(shown()).toBe("700 / 5");
});

test("the token is renewed when under a minute is left of it", async () => {
  const { calls, pass } = await page({ "/api/getToken": () => ({ ...session(), token: "b" }) });
  const renewals = () => calls.filter((call) => call.path === "/api/getToken").map((call) => call.body.force);
  for (let minute = 0; minute < 118; minute++) {
    window.dispatchEvent(new Event("keydown"));
    await pass(60_000);
  }
  expect(renewals()).toEqual([]);
  await pass(61_000);
  expect(renewals()).toEqual([true]);
});

test("a renewal that is refused ends the session and says so (D-60)", async () => {
  const { pass, client, go } = await page({ "/api/getToken": () => "U029" });
  for (let minute = 0; minute < 120; minute++) {
    window.dispatchEvent(new Event("keydown"));
    await pass(60_000);
  }
  expect(client.getQueryData(sessionKey)).toBeNull();
  expect(store.get(noticeAtom)).toEqual({ kind: "expired" });
  expect(go).toHaveBeenCalledWith("/");
});

test("a member who is inactive for as long as the site allows is logged out and told why (D-09)", async () => {
  const { pass, calls, client } = await page();
  localStorage.setItem("slip", '{"stake":7000}');
  await pass(29 * 60_000);
  expect(client.getQueryData(sessionKey)).not.toBeNull();
  expect(localStorage.getItem("slip")).not.toBeNull();
  await pass(2 * 60_000);
  expect(localStorage.getItem("slip")).toBeNull(); // the next member of this device has a slip of their own
  expect(client.getQueryData(sessionKey)).toBeNull();
  expect(store.get(noticeAtom)).toEqual({ kind: "idle" });
  expect(calls.map((call) => call.path)).toContain("/api/member/logout");
});

test("a key or a click counts as activity", async () => {
  const { pass, client } = await page();
  for (let quarter = 0; quarter < 4; quarter++) {
    await pass(15 * 60_000);
    window.dispatchEvent(new Event("pointerdown"));
  }
  expect(client.getQueryData(sessionKey)).not.toBeNull();
});

test("a logout in another tab logs out this one without a notice", async () => {
  const { client, go } = await page();
  localStorage.removeItem("member-here");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "member-here" })));
  expect(client.getQueryData(sessionKey)).toBeNull();
  expect(store.get(noticeAtom)).toBeNull();
  expect(go).toHaveBeenCalledWith("/");
});

test("a notice in another tab why the session ended is shown in this one, too", async () => {
  const { client, go } = await page();
  localStorage.setItem("member-ended", JSON.stringify({ kind: "code", code: "U017" }));
  localStorage.removeItem("member-here");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "member-here" })));
  expect(client.getQueryData(sessionKey)).toBeNull();
  expect(store.get(noticeAtom)).toEqual({ kind: "code", code: "U017" });
  expect(go).toHaveBeenCalledWith("/");
});
