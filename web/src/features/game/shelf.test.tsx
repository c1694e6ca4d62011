import { beforeEach, describe, expect, test } from "vitest";
import { store } from "#shared/store.ts";
import type { CatalogGame } from "./catalog.ts";
import { betLock } from "./lock.ts";
import { findGames, pickerSearch } from "./search.ts";
import { favouritesAtom, ownGames, recentsAtom, shelved, withKnown, withRecent, withToggled } from "./shelf.ts";

const game = (code: string, name_ENG: string = code, name_KOR = "", procId = "201"): CatalogGame => ({
  code,
  procId,
  groupCode: "slot",
  name_KOR,
  name_ENG,
  thumbnail: "",
  isNew: false,
  isHot: false,
  ownWallet: false,
  rtp: 0,
  lines: 0,
  volatility: 0,
});
const codes = (games: CatalogGame[]) => games.map(({ code }) => code);

describe("what this device remembers", () => {
  beforeEach(() => {
    localStorage.clear();
    store.set(favouritesAtom, () => []);
    store.set(recentsAtom, () => []);
  });

  test("the last game is first, each once, twelve of them", () => {
    for (const n of [1, 2, 3, 1]) store.set(recentsAtom, withRecent(`201:${n}`));
    expect(store.get(recentsAtom)).toEqual(["201:1", "201:3", "201:2"]);
    for (let n = 10; n < 40; n++) store.set(recentsAtom, withRecent(`201:${n}`));
    expect(store.get(recentsAtom)).toHaveLength(12);
    expect(store.get(recentsAtom)[0]).toBe("201:39");
  });

  test("a star is set and taken away, and kept as ids only", () => {
    store.set(favouritesAtom, withToggled("201:a"));
    store.set(favouritesAtom, withToggled("202:b"));
    expect(JSON.parse(localStorage.getItem("games-favourite") ?? "")).toEqual(["202:b", "201:a"]);
    store.set(favouritesAtom, withToggled("201:a"));
    expect(store.get(favouritesAtom)).toEqual(["202:b"]);
  });

  test("a star from another tab is not lost by this one's", () => {
    localStorage.setItem("games-favourite", '["203:other"]');
    store.set(favouritesAtom, withToggled("201:a"));
    expect(store.get(favouritesAtom)).toEqual(["201:a", "203:other"]);
  });

  test.each(["", "{", '{"a":1}', "[1,null]"])("what cannot be a list (%j) is an empty one", (stored) => {
    localStorage.setItem("games-recent", stored);
    store.set(recentsAtom, withRecent("201:a"));
    expect(store.get(recentsAtom)).toEqual(["201:a"]);
  });
});

test("favourites stand first, then what was played, then the rest as it came", () => {
  const games = ["a", "b", "c", "d", "e"].map((code) => game(code));
  expect(codes(shelved(games, ["201:d"], ["201:c", "201:d", "201:b"]))).toEqual(["d", "c", "b", "a", "e"]);
  expect(codes(ownGames(games, ["201:d"], ["201:c", "201:gone"]))).toEqual(["d", "c"]);
  expect(codes(shelved([game("a"), game("a", "a", "", "202")], ["202:a"], []))).toEqual(["a", "a"]);
});

test("a game that is seen again is known once, as it is now", () => {
  const old = game("a", "Old name");
  const others = [game("b"), old];
  const now = game("a", "New name");
  expect(withKnown(now)(others)).toEqual([now, game("b")]);
  const many = Array.from({ length: 60 }, (_, n) => game(`g${n}`));
  expect(withKnown(now)(many)).toHaveLength(40);
});

describe("the search", () => {
  const games = [game("moonjar", "Moon Jar", "달항아리"), game("lanterns", "Chợ Đêm Đèn Lồng", "등불 야시장", "202")];
  const studio = (procId: string) => (procId === "201" ? "Hanok Studio" : "Saigon Reels");
  test.each([
    ["moon", ["moonjar"]],
    ["JAR moon", ["moonjar"]],
    ["달항", ["moonjar"]],
    ["달하", ["moonjar"]],
    ["ㄷㅎㅇㄹ", ["moonjar"]],
    ["ㅇㅅ", ["lanterns"]],
    ["den long", ["lanterns"]],
    ["saigon", ["lanterns"]],
    ["   ", ["moonjar", "lanterns"]],
    ["comet", []],
  ])("%s", (query, found) => {
    expect(codes(findGames(games, studio, query))).toEqual(found);
  });
});

test("the picker's address: text of a sane length, or nothing", () => {
  expect(pickerSearch({ q: "moon" })).toEqual({ q: "moon" });
  expect(pickerSearch({ q: 77 })).toEqual({ q: "77" });
  expect(pickerSearch({ q: "", studio: 201 })).toEqual({ studio: "201" });
  expect(pickerSearch({ q: { a: 1 } })).toEqual({});
  expect(pickerSearch({ q: "x".repeat(100) }).q).toHaveLength(40);
});

test("why a member may not bet: locked before not permitted (D-34)", () => {
  expect(betLock(null)).toBeNull();
  expect(betLock({ betLocked: false, betPermitted: true })).toBeNull();
  expect(betLock({ betLocked: false, betPermitted: false })).toBe("B1001");
  expect(betLock({ betLocked: true, betPermitted: false })).toBe("B1002");
});
