import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { gameDownAtom } from "#features/game/events.ts";
import { cashBoardQuery } from "#features/main/main.ts";
import { noticeAtom, returnPathAtom } from "#features/session/atoms.ts";
import { sessionKey } from "#features/session/session.ts";
import { balanceKey, putBalance } from "#features/wallet/balance.ts";
import { ApiError } from "#shared/api/error.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { siteCheckQuery, siteQuery } from "#shared/site.ts";
import { store } from "#shared/store.ts";
import { stubApi } from "#shared/testing/render.tsx";
import { memberEvents, resync, siteEvents } from "./events.ts";
import { SessionEnd } from "./session-end.ts";

let client: QueryClient;
let end: SessionEnd;
let here: string;
const go = vi.fn((to: string) => {
  here = to;
});

beforeEach(() => {
  client = new QueryClient();
  here = "/winner/cash/deposit?page=2";
  go.mockClear();
  end = new SessionEnd(client, { here: () => here, go });
  client.setQueryData(sessionKey, { member: { memId: "golden7", betLocked: false, betPermitted: true } });
  store.set(noticeAtom, null);
  store.set(gameDownAtom, null);
  store.set(returnPathAtom, null);
  stubApi({});
});
afterEach(() => vi.unstubAllGlobals());

const hear = (event: Partial<HubEvent>) =>
  memberEvents(client, end)({ cmd: "CASH", data1: "", data2: "", ver: 0, at: 1, ...event });

test("CASH moves the balance, and an older version never moves it back", () => {
  hear({ cmd: "CASH", data1: "5000", data2: "70", ver: 8 });
  hear({ cmd: "CASH", data1: "1000", data2: "10", ver: 7 });
  expect(client.getQueryData(balanceKey)).toEqual({ cashAmt: 5000, pointAmt: 70, version: 8 });
});

test("MSG sets the number of unread messages", () => {
  hear({ cmd: "MSG", data1: "3", ver: 2 });
  hear({ cmd: "MSG", data1: "9", ver: 1 });
  expect(client.getQueryData(["message", "unread"])).toEqual({ count: 3, version: 2 });
});

test.each([
  ["N", "Y", false],
  ["Y", "Y", true],
  ["N", "N", true],
  ["Y", "N", true],
])("LOCK_BET_YN %s %s (D-34)", (locked, permitted, down) => {
  hear({ cmd: "LOCK_BET_YN", data1: locked, data2: permitted });
  expect(store.get(gameDownAtom) !== null).toBe(down);
  expect(client.getQueryData(sessionKey)).toMatchObject({
    member: { betLocked: locked === "Y", betPermitted: permitted === "Y" },
  });
});

test("TK999 closes the game and leaves the member signed in", () => {
  hear({ cmd: "TK999", at: 5 });
  expect(store.get(gameDownAtom)).toEqual({ cause: "TK999", at: 5 });
  expect(client.getQueryData(sessionKey)).not.toBeNull();
});

test("U017 signs out, says why, goes home and remembers the way back", () => {
  hear({ cmd: "U017" });
  expect(client.getQueryData(sessionKey)).toBeNull();
  expect(store.get(noticeAtom)).toEqual({ kind: "code", code: "U017" });
  expect(store.get(gameDownAtom)?.cause).toBe("session");
  expect(store.get(returnPathAtom)).toBe("/winner/cash/deposit?page=2");
  expect(go).toHaveBeenCalledWith("/");
});

test("LOGOUT signs out with its reason, or with the sign-in notice", () => {
  const said = (reason: string) => {
    client.setQueryData(sessionKey, { member: {} });
    hear({ cmd: "LOGOUT", data1: reason });
    return store.get(noticeAtom);
  };
  expect(said("ADMIN")).toEqual({ kind: "admin" });
  expect(said("IDLE")).toEqual({ kind: "idle" });
  expect(said("DEVICE")).toEqual({ kind: "device" });
  expect(said("BLOCKED")).toEqual({ kind: "blocked" });
  expect(said("PASSWORD")).toEqual({ kind: "password" });
  expect(said("REUSED")).toEqual({ kind: "reused" });
  expect(said("LONGEST")).toEqual({ kind: "longest" });
  expect(said("U017")).toEqual({ kind: "code", code: "U017" });
  expect(said("LOGOUT")).toEqual({ kind: "left" });
  expect(said("")).toEqual({ kind: "left" });
});

test("INSPECT Y logs out and leads to /warning, N leads back (D-35)", async () => {
  hear({ cmd: "INSPECT", data1: "Y" });
  await waitFor(() => expect(here).toBe("/warning"));
  expect(client.getQueryData(sessionKey)).toBeNull();
  siteEvents(client, end)({ cmd: "INSPECT", data1: "N", data2: "", ver: 0, at: 2 });
  expect(here).toBe("/");
});

test("INSPECT has the page read the site's options again: staff changed some", () => {
  client.setQueryData([...siteQuery.queryKey], { siteId: "demo" });
  const stale = () => client.getQueryState(siteQuery.queryKey)?.isInvalidated;
  siteEvents(client, end)({ cmd: "INSPECT", data1: "N", data2: "", ver: 1, at: 2 });
  expect(stale(), "the state at the start of a subscription says nothing new").toBe(false);
  siteEvents(client, end)({ cmd: "INSPECT", data1: "N", data2: "", ver: 2, at: Date.now() });
  expect(stale()).toBe(true);
});

test("a call's refusal ends the session like the hub's word, once", () => {
  end.refused(new ApiError("U017", { status: 401 }));
  end.refused(new ApiError("U029", { status: 401 }));
  expect(store.get(noticeAtom)).toEqual({ kind: "code", code: "U017" });
  expect(go).toHaveBeenCalledTimes(1);
});

test("a refusal about a right or of a form ends nothing", () => {
  end.refused(new ApiError("U029", { status: 403 }));
  end.refused(new ApiError("C005", { status: 200 }));
  expect(client.getQueryData(sessionKey)).not.toBeNull();
});

/** How often the check was asked for by invalidating it. */
function countChecks(): () => number {
  const invalidate = vi.spyOn(client, "invalidateQueries");
  return () => invalidate.mock.calls.filter(([filters]) => filters?.queryKey === siteCheckQuery.queryKey).length;
}

test("what the check says of maintenance moves the page and does not ask the check again", () => {
  const checks = countChecks();
  for (let answer = 0; answer < 20; answer++) end.closed();
  expect(here).toBe("/warning");
  expect(go).toHaveBeenCalledWith("/warning");
  expect(checks()).toBe(0);
});

test("of all calls that maintenance refuses, only the first asks the check", () => {
  const checks = countChecks();
  for (let call = 0; call < 20; call++) end.refused(new ApiError("S001", { status: 503 }));
  expect(here).toBe("/warning");
  expect(checks()).toBe(1);
});

/** A list that is read when `at` says; what is asked again is counted. */
async function readList(dataUpdatedAt: number): Promise<() => number> {
  const queryFn = vi.fn(async () => []);
  const key = ["cash", "list", "in"];
  client.setQueryData(key, [], { updatedAt: dataUpdatedAt });
  const stop = new QueryObserver(client, { queryKey: key, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
  onTestFinished(stop);
  return () => queryFn.mock.calls.length;
}

test("the state that comes with a subscription does not repeat what was just read", async () => {
  const reads = await readList(Date.now() - 500);
  hear({ cmd: "MSG", data1: "1", ver: 1, at: Date.now() - 3_600_000 });
  hear({ cmd: "CASH", data1: "1", data2: "1", ver: 1, at: Date.now() - 3_600_000 });
  expect(reads()).toBe(0);
});

test("a change of the public board is asked for alone, not with all that the main page shows", () => {
  const invalidate = vi.spyOn(client, "invalidateQueries");
  siteEvents(client, end)({ cmd: "CASHLIST", data1: "", data2: "", ver: 0, at: Date.now() });
  expect(invalidate.mock.calls).toEqual([[{ queryKey: cashBoardQuery.queryKey }]]);
});

test("news of this moment is asked for, however fresh the list is", async () => {
  const reads = await readList(Date.now());
  hear({ cmd: "MSG", data1: "1", ver: 1, at: Date.now() });
  await waitFor(() => expect(reads()).toBe(1));
});

test("after a break in the connection, old lists are asked for by the state of before", async () => {
  const reads = await readList(Date.now() - 60_000);
  hear({ cmd: "MSG", data1: "1", ver: 1, at: Date.now() - 30_000 });
  await waitFor(() => expect(reads()).toBe(1));
});

test("after a resync the balance of a restored database is shown though its version is lower", () => {
  putBalance(client, { cashAmt: 500, pointAmt: 0, version: 500 });
  putBalance(client, { cashAmt: 103, pointAmt: 0, version: 103 });
  expect(client.getQueryData(balanceKey)).toMatchObject({ cashAmt: 500 });
  resync(client);
  putBalance(client, { cashAmt: 103, pointAmt: 0, version: 103 });
  expect(client.getQueryData(balanceKey)).toMatchObject({ cashAmt: 103 });
});
