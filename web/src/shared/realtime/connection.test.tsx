import { webcrypto } from "node:crypto";
import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type ConnectionOptions } from "./connection.ts";
import type { HubEvent } from "./event.ts";
import { FakeSocket, HUB_KEY } from "./testing.ts";
import { watched } from "./watch.ts";

const TOPIC = "/topic/AAECAwQFBgcICQoLDA0ODw";
const cash = (ver: number, amount: number) => ({ cmd: "CASH", data1: String(amount), data2: "0", ver, at: 1 });

let connection: Connection;

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("crypto", webcrypto);
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  connection.stop();
  vi.unstubAllGlobals();
});

function start(over: Partial<ConnectionOptions> = {}) {
  const events: HubEvent[] = [];
  const calls = { live: 0, down: 0, crowded: 0, refused: [] as string[], resync: 0 };
  connection = new Connection({
    url: "ws://localhost/hub?shard=%7B3%7D",
    audience: "member",
    siteId: "demo",
    identity: async () => ({
      hubKey: HUB_KEY,
      feeds: [{ destination: TOPIC, onEvent: (event) => events.push(event), onResync: () => calls.resync++ }],
    }),
    onLive: () => calls.live++,
    onDown: (crowded) => {
      calls.down++;
      if (crowded) calls.crowded++;
    },
    onRefused: (code) => calls.refused.push(code),
    ...over,
  });
  connection.start();
  return { events, calls };
}

/** The n-th socket, once its CONNECT was sent. */
async function socket(n: number): Promise<FakeSocket> {
  await waitFor(() => expect(FakeSocket.opened[n]?.frames("CONNECT")).toHaveLength(1));
  const found = FakeSocket.opened[n];
  if (!found) throw new Error("no socket");
  return found;
}

async function subscribed(found: FakeSocket, times = 1): Promise<void> {
  await waitFor(() => expect(found.frames("SUBSCRIBE")).toHaveLength(times));
}

async function live(n = 0): Promise<FakeSocket> {
  const found = await socket(n);
  found.accept("sid");
  await subscribed(found);
  return found;
}

test("a member connects by cookie: site and audience are named, no token is", async () => {
  start();
  const connect = (await socket(0)).frames("CONNECT")[0] ?? "";
  expect(connect).toContain("\naccept-version:1.2\n");
  expect(connect).toContain("\nhost:demo\n");
  expect(connect).toContain("\naudience:member\n");
  expect(connect).not.toContain("token:");
});

test("a guest sends the token of the guest's pass", async () => {
  start({ audience: "guest", identity: async () => ({ hubKey: HUB_KEY, token: "pass", feeds: [] }) });
  expect((await socket(0)).frames("CONNECT")[0]).toContain("\ntoken:pass\n");
});

test("events arrive in order, and an older state never follows a newer one", async () => {
  const { events, calls } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, cash(5, 500));
  await hub.deliver("sid", TOPIC, 2, cash(4, 400));
  await hub.deliver("sid", TOPIC, 3, cash(6, 600));
  await waitFor(() => expect(events.map((event) => event.data1)).toEqual(["500", "600"]));
  expect(calls.live).toBe(1);
});

test("each market has versions of its own", async () => {
  const { events } = start();
  const hub = await live();
  const odds = (market: string, ver: number) => ({ cmd: "ODDS", data1: market, data2: `${market}v${ver}`, ver, at: 1 });
  const frames = [odds("1", 9), odds("2", 3), odds("1", 8), odds("2", 4)];
  for (const [i, frame] of frames.entries()) await hub.deliver("sid", TOPIC, i + 1, frame);
  await waitFor(() => expect(events.map((event) => event.data2)).toEqual(["1v9", "2v3", "2v4"]));
});

test("a state that a new socket tells again is no event, one that was missed is", async () => {
  const { events } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, cash(5, 500));
  await waitFor(() => expect(events).toHaveLength(1));
  hub.close();
  const next = await live(1);
  await next.deliver("sid", TOPIC, 1, cash(5, 500));
  await next.deliver("sid", TOPIC, 2, cash(6, 600));
  await waitFor(() => expect(events.map((event) => event.data1)).toEqual(["500", "600"]));
});

test("a gap in seq subscribes again", async () => {
  const { events, calls } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, cash(1, 100));
  await hub.deliver("sid", TOPIC, 3, cash(3, 300));
  await subscribed(hub, 2);
  expect(hub.frames("UNSUBSCRIBE")).toHaveLength(1);
  expect(calls.resync).toBe(1);
  await hub.deliver("sid", TOPIC, 1, cash(4, 400));
  await waitFor(() => expect(events.at(-1)?.data1).toBe("400"));
});

test("three bad tags in a row cut the socket, and the next one begins afresh", async () => {
  const { events, calls } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, cash(9, 900));
  for (const seq of [2, 3, 4]) await hub.deliver("another session", TOPIC, seq, cash(10, 666));
  const next = await live(1);
  expect(calls.down).toBe(1);
  await next.deliver("sid", TOPIC, 1, cash(8, 800));
  await next.deliver("sid", TOPIC, 2, cash(11, 1100));
  await waitFor(() => expect(events.map((event) => event.data1)).toEqual(["900", "1100"]));
});

test("a frame that is played again is dropped", async () => {
  const { events, calls } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, { cmd: "QUEUE", data1: "in", data2: "1", ver: 0, at: 1 });
  await hub.deliver("sid", TOPIC, 2, { cmd: "QUEUE", data1: "in", data2: "2", ver: 0, at: 1 });
  await hub.deliver("sid", TOPIC, 2, { cmd: "QUEUE", data1: "in", data2: "2", ver: 0, at: 1 });
  await hub.deliver("sid", TOPIC, 3, { cmd: "QUEUE", data1: "in", data2: "3", ver: 0, at: 1 });
  await waitFor(() => expect(events.map((event) => event.data2)).toEqual(["1", "2", "3"]));
  expect(hub.frames("UNSUBSCRIBE")).toHaveLength(0);
  for (const seq of [1, 2, 3]) {
    await hub.deliver("sid", TOPIC, seq, { cmd: "QUEUE", data1: "in", data2: String(seq), ver: 0, at: 1 });
  }
  await live(1);
  expect(events).toHaveLength(3);
  expect(calls.down).toBe(1);
});

test("after a gap, late frames of the old subscription are ignored", async () => {
  const { events } = start();
  const hub = await live();
  await Promise.all([1, 3, 4, 5].map((seq) => hub.deliver("sid", TOPIC, seq, cash(seq, seq * 100))));
  await subscribed(hub, 2);
  for (const seq of [1, 2, 3]) await hub.deliver("sid", TOPIC, seq, cash(seq + 10, seq));
  await waitFor(() => expect(events.at(-1)?.data1).toBe("3"));
  expect(hub.frames("SUBSCRIBE")).toHaveLength(2);
  expect(FakeSocket.opened).toHaveLength(1);
});

test("a frame without a meaning, or a listener that throws, stops nothing", async () => {
  const heard: string[] = [];
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const onEvent = (event: HubEvent) => {
    heard.push(event.data1);
    if (event.data1 === "200") throw new Error("the page is broken");
  };
  start({ identity: async () => ({ hubKey: HUB_KEY, feeds: [{ destination: TOPIC, onEvent }] }) });
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, cash(1, 100));
  await hub.deliver("sid", TOPIC, 2, { cmd: "LATER", ver: 1 });
  await hub.deliver("sid", TOPIC, 3, cash(2, 200));
  await hub.deliver("sid", TOPIC, 4, cash(3, 300));
  await waitFor(() => expect(heard).toEqual(["100", "200", "300"]));
  expect(reported).toHaveBeenCalledTimes(1);
  expect(FakeSocket.opened).toHaveLength(1);
});

test("a first frame that was held back is noticed", async () => {
  start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 2, cash(1, 100));
  await subscribed(hub, 2);
});

test("RESYNC asks the owner to read the api", async () => {
  const { events, calls } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, { cmd: "RESYNC", data1: "", data2: "", ver: 0, at: 0 });
  await waitFor(() => expect(calls.resync).toBe(1));
  expect(events).toEqual([]);
});

test("after RESYNC versions begin again: a restored database says lower ones", async () => {
  const { events } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, cash(500, 50_000));
  await hub.deliver("sid", TOPIC, 2, cash(103, 10_300));
  await hub.deliver("sid", TOPIC, 3, { cmd: "RESYNC", data1: "", data2: "", ver: 0, at: 0 });
  await hub.deliver("sid", TOPIC, 4, cash(103, 10_300));
  await waitFor(() => expect(events.map((event) => event.data1)).toEqual(["50000", "10300"]));
});

test("frames that arrive just before the socket closes are still handled", async () => {
  const { events, calls } = start();
  const hub = await live();
  await hub.deliver("sid", TOPIC, 1, { cmd: "U017", data1: "", data2: "", ver: 0, at: 0 });
  hub.close(4401, "replaced");
  await waitFor(() => expect(calls.refused).toEqual(["U017"]));
  expect(events.map((event) => event.cmd)).toEqual(["U017"]);
});

test("an expired token is reported, and the next attempt asks for the identity again", async () => {
  const identity = vi.fn(async () => ({ hubKey: HUB_KEY, feeds: [] }));
  const { calls } = start({ identity });
  const hub = await socket(0);
  hub.hub("ERROR\nmessage:token expired\ncode:U029\n\n\0");
  hub.close(4401, "token-expired");
  await socket(1);
  expect(calls.refused).toEqual(["U029", "U029"]);
  expect(identity).toHaveBeenCalledTimes(2);
});

test("after stop nothing connects any more", async () => {
  start();
  const hub = await live();
  connection.stop();
  hub.close(1006);
  await Promise.resolve();
  expect(FakeSocket.opened).toHaveLength(1);
});

test("without WebCrypto the page is told at once and opens no socket", () => {
  vi.stubGlobal("crypto", {});
  const { calls } = start();
  expect(calls.down).toBe(1);
  expect(FakeSocket.opened).toHaveLength(0);
});

test("a tab beyond those that a session may have says so, tries again, and is live when another was closed", async () => {
  const { calls } = start();
  const hub = await socket(0);
  hub.hub("ERROR\nmessage:too many connections of this session\ncode:limit\n\n\0");
  hub.close(4429, "too-many-connections");
  await live(1);
  await waitFor(() => expect(calls).toMatchObject({ crowded: 1, down: 1, live: 1 }));
});

const MATCH = "/topic/sports.7";

test("a page's own topic begins and ends with the page, also on a socket that comes later", async () => {
  start();
  const hub = await live();
  const onResync = vi.fn();
  const events: string[] = [];
  const end = watched.watch(MATCH, { onEvent: ({ data1 }) => events.push(data1), onResync });
  await subscribed(hub, 2);
  const subscribe = hub.frames("SUBSCRIBE")[1] ?? "";
  expect(subscribe).toContain(`\ndestination:${MATCH}\n`);
  // Data that the page read before the hub knew of the subscription may be old.
  const receipt = /\nreceipt:([^\n]+)/.exec(subscribe)?.[1] ?? "";
  expect(onResync).not.toHaveBeenCalled();
  hub.hub(`RECEIPT\nreceipt-id:${receipt}\n\n\0`);
  expect(onResync).toHaveBeenCalledTimes(1);
  await hub.deliver("sid", MATCH, 1, { cmd: "ODDS", data1: "3", data2: "{}", ver: 1, at: 1 });
  await waitFor(() => expect(events).toEqual(["3"]));

  hub.close();
  const next = await socket(1);
  next.accept("sid");
  await subscribed(next, 2);
  expect(next.frames("SUBSCRIBE")[1]).toContain(`\ndestination:${MATCH}\n`);
  end();
  expect(next.frames("UNSUBSCRIBE")).toHaveLength(1);
});
