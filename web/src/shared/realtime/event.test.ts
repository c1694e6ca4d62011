import { expect, test } from "vitest";
import { parseEvent } from "./event.ts";

test("an event is read", () => {
  const json = '{"cmd":"CASH","data1":"125000","data2":"3200","ver":812,"at":1789000000123}';
  expect(parseEvent(json)).toEqual({ cmd: "CASH", data1: "125000", data2: "3200", ver: 812, at: 1_789_000_000_123 });
  expect(parseEvent('{"cmd":"MARQUEE"}')).toEqual({ cmd: "MARQUEE", data1: "", data2: "", ver: 0, at: 0 });
});

test.each([
  ["not JSON", "CASH"],
  ["nothing", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["a command of another time", '{"cmd":"LATER"}'],
  ["a name that every object has", '{"cmd":"toString"}'],
  ["a command that is no text", '{"cmd":{"toString":"CASH"}}'],
  ["a version that is no number", '{"cmd":"CASH","ver":"9"}'],
  ["a version beyond counting", '{"cmd":"CASH","ver":1e300}'],
  ["a moment that is no number", '{"cmd":"CASH","ver":1,"at":{}}'],
  ["more than 16 KiB", JSON.stringify({ cmd: "CASH", data1: "9".repeat(16 << 10), ver: 1, at: 1 })],
])("%s is no event", (_, json) => {
  expect(parseEvent(json)).toBeNull();
});
