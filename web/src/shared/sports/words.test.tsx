import { renderHook } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { setLanguage, startI18n } from "#shared/i18n/i18n.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { match } from "./samples.ts";
import { useSportWords, writeLine } from "./words.ts";

beforeAll(async () => {
  await startI18n("member");
  await setLanguage("en");
  await addSportsTexts();
});

const sides = { home: "Northfield", away: "Southport" };
const words = () => renderHook(() => useSportWords()).result.current;

test("lines are quarters; a handicap has its sign", () => {
  expect([-5, -2, 0, 2, 10].map((line) => writeLine(line, true))).toEqual(["−1.25", "−0.5", "0", "+0.5", "+2.5"]);
  expect(writeLine(11, false)).toBe("2.75");
});

test("a handicap is the other way round for the away side", () => {
  const question = { kind: "handicap", period: "full", line: -2 };
  expect(words().pick(question, "home", sides)).toBe("Northfield −0.5");
  expect(words().pick(question, "away", sides)).toBe("Southport +0.5");
  expect(words().short(question, "away", sides)).toBe("+0.5");
});

test("a league is of a country, of several, or of none that is known", () => {
  expect(["KR", "EU", "", "QX"].map((code) => words().country(code))).toEqual([
    "South Korea",
    "International",
    "",
    "QX",
  ]);
});

test("scores are written as such, and what is not known as it came", () => {
  expect(words().pick({ kind: "correct_score", period: "full", line: 0 }, "2-1", sides)).toBe("2:1");
  expect(words().market({ kind: "new_kind", period: "full", line: 0 })).toBe("new_kind");
  expect(words().period("x9")).toBe("x9");
});

test("the minute of a match goes on between two reports of the feed, and stands in a break", () => {
  const { progress } = match({ eventIdx: 1 });
  const live = { ...progress, state: "live" as const, period: "h2", clock: 3_000, clockAt: "2026-11-26T13:00:00Z" };
  const at = (seconds: number) => Date.parse(live.clockAt) + seconds * 1_000;
  expect(words().clock("soccer", live, at(0))).toBe("51′");
  expect(words().clock("soccer", live, at(61))).toBe("52′");
  const atBreak = { ...live, period: "break" };
  expect(words().clock("soccer", atBreak, at(0))).toBe("Break");
  expect(words().clock("tennis", { ...live, period: "s2" }, at(0))).toBe("Set 2");
});
