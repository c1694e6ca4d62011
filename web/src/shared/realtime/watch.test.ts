import { expect, test, vi } from "vitest";
import type { HubEvent } from "./event.ts";
import { Watched } from "./watch.ts";

const listener = () => ({ onEvent: vi.fn<(event: HubEvent) => void>(), onResync: vi.fn() });
const odds: HubEvent = { cmd: "ODDS", data1: "1", data2: "{}", ver: 1, at: 1 };

test("a topic has one subscription, and all who look at it hear what it says", () => {
  const all = new Watched();
  const told = vi.fn();
  expect(all.serve(told)).toEqual([]);
  const [first, second] = [listener(), listener()];
  const endFirst = all.watch("/topic/sports.1", first);
  const endSecond = all.watch("/topic/sports.1", second);
  expect(told).toHaveBeenCalledTimes(1);
  const feed = told.mock.calls[0]?.[1];
  feed.onEvent(odds);
  feed.onResync();
  for (const { onEvent, onResync } of [first, second]) {
    expect(onEvent).toHaveBeenCalledWith(odds);
    expect(onResync).toHaveBeenCalledTimes(1);
  }
  endFirst();
  expect(told).toHaveBeenCalledTimes(1);
  endSecond();
  endSecond();
  expect(told.mock.calls.slice(1)).toEqual([["/topic/sports.1", null]]);
});

test("a socket subscribes to no more than the hub allows; a topic that waits gets the place of one that ends", () => {
  const all = new Watched();
  const ends = Array.from({ length: 30 }, (_, id) => all.watch(`/topic/sports.${id}`, listener()));
  const told = vi.fn();
  const shown = all.serve(told).map(({ destination }) => destination);
  expect(shown).toHaveLength(24);
  expect(shown).not.toContain("/topic/sports.29");
  ends[0]?.();
  expect(told.mock.calls.map(([destination, feed]) => [destination, feed === null])).toEqual([
    ["/topic/sports.0", true],
    ["/topic/sports.24", false],
  ]);
});

test("a topic that comes back is not ended by who left it before", () => {
  const all = new Watched();
  const told = vi.fn();
  all.serve(told);
  const end = all.watch("/topic/sports.1", listener());
  end();
  all.watch("/topic/sports.1", listener());
  end();
  expect(told.mock.calls.map(([, feed]) => feed === null)).toEqual([false, true, false]);
});
