import { waitFor } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { loadRest, setLanguage, startI18n } from "./i18n.ts";
import { addOfferTexts } from "./offer-texts.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Returns the language that a new visitor with these browser languages reads. */
async function firstLanguage(...tags: string[]): Promise<string> {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);
  localStorage.clear();
  await startI18n("member");
  return i18next.language;
}

test("a first visitor reads the first language of the browser that the product has, or Vietnamese", async () => {
  expect(await firstLanguage("ko-KR", "en-US")).toBe("ko");
  expect(await firstLanguage("de-DE", "th", "en")).toBe("th");
  expect(await firstLanguage("zh-TW")).toBe("cn");
  expect(await firstLanguage("JA")).toBe("jp");
  expect(await firstLanguage("de", "fr")).toBe("vn");
  expect(await firstLanguage()).toBe("vn");
});

test("a language that was chosen outlives the visit", async () => {
  await firstLanguage("ko");
  await setLanguage("th");
  await startI18n("member");
  expect(i18next.language).toBe("th");
});

test("a text that counts has the plural forms of its own language, not of the browser's", async () => {
  await firstLanguage("en");
  const games = (count: number) => i18next.t("found", { ns: "game", count });
  expect([games(1), games(2), games(1_234)]).toEqual(["1 game", "2 games", "1,234 games"]);
  await setLanguage("vn");
  expect([games(1), games(1_234)]).toEqual(["1 trò chơi", "1.234 trò chơi"]);
  await setLanguage("cn");
  expect(games(1)).toBe("1 款游戏");
});

test("a Korean particle follows what is inserted", async () => {
  await firstLanguage("ko");
  const back = (amount: string) => i18next.t("money.back", { ns: "game", name: "Harbor House", amount });
  expect(back("48,000원")).toBe("Harbor House에서 48,000원을 회수했습니다.");
  expect(back("1,000 P")).toBe("Harbor House에서 1,000 P를 회수했습니다.");
});

test("the texts of refusals are not on the first page; once asked for, they are there in each language that is chosen", async () => {
  await firstLanguage("en");
  expect([i18next.exists("nav.home"), i18next.exists("E001", { ns: "api" })]).toEqual([true, false]);
  await loadRest();
  expect(i18next.exists("E001", { ns: "api" })).toBe(true);
  await setLanguage("th");
  expect(i18next.getResource("th", "api", "E001")).toBeTruthy();
});

test("texts that are asked for while the language changes come in both languages", async () => {
  await firstLanguage("en");
  const change = setLanguage("jp");
  await loadRest();
  expect(["en", "jp"].map((language) => i18next.hasResourceBundle(language, "api"))).toEqual([true, true]);
  await change;
});

test("a namespace that a page asks for while the language changes comes in both languages", async () => {
  await firstLanguage("en");
  const change = setLanguage("th");
  await addOfferTexts();
  expect(["en", "th"].map((language) => i18next.hasResourceBundle(language, "offer"))).toEqual([true, true]);
  await change;
});

test("a text that no language has draws the page again once, when the fallbacks have come, and not without end", async () => {
  await firstLanguage("th");
  const draw = vi.fn(() => {
    if (draw.mock.calls.length < 10) i18next.t("a text of no language" as never);
  });
  i18next.on("completed", draw);
  onTestFinished(() => i18next.off("completed", draw));
  draw();
  await waitFor(() => expect(draw).toHaveBeenCalledTimes(2));
  await setLanguage("ko");
  expect(draw).toHaveBeenCalledTimes(2);
});
