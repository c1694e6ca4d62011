import { afterEach, expect, test, vi } from "vitest";
import { keptAtom, keptList } from "./kept.ts";
import { writeStored } from "./storage.ts";
import { store } from "./store.ts";

const isNumber = (value: unknown): value is number => typeof value === "number";

afterEach(() => localStorage.clear());

test("a list is kept, and what is no item of it is left out", () => {
  localStorage.setItem("list", JSON.stringify([1, "two", 3]));
  const list = keptList("list", isNumber);
  expect(store.get(list)).toEqual([1, 3]);
  store.set(list, (items) => [...items, 4]);
  expect(JSON.parse(localStorage.getItem("list") ?? "")).toEqual([1, 3, 4]);
});

test("what is stored may be anything", () => {
  localStorage.setItem("list", "{no json");
  expect(store.get(keptList("list", isNumber))).toEqual([]);
  localStorage.setItem("list", '"text"');
  expect(store.get(keptList("list", isNumber))).toEqual([]);
});

test("a change is made to what another tab stored meanwhile, and its changes are shown", () => {
  const list = keptList("list", isNumber);
  const end = store.sub(list, () => undefined);
  localStorage.setItem("list", "[7]");
  store.set(list, (items) => [...items, 8]);
  expect(store.get(list)).toEqual([7, 8]);
  window.dispatchEvent(new StorageEvent("storage", { key: "list", newValue: "[9]" }));
  expect(store.get(list)).toEqual([9]);
  end();
});

test("what is forgotten is gone where it is shown next", () => {
  const list = keptList("list", isNumber);
  store.set(list, () => [1]);
  writeStored("list", null);
  const end = store.sub(list, () => undefined);
  expect(store.get(list)).toEqual([]);
  end();
});

test("without a storage it lasts as long as the page", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  const count = keptAtom("count", (stored) => (typeof stored === "number" ? stored : 0));
  store.set(count, (n) => n + 1);
  store.set(count, (n) => n + 1);
  writeStored("other", null);
  const end = store.sub(count, () => undefined);
  expect(store.get(count)).toBe(2);
  end();
});
