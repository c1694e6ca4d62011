import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countryName } from "../i18n/country.ts";
import { useFormat } from "../i18n/format.tsx";
import type { Market, Match, Progress } from "./book.ts";
import { isSport } from "./sports.ts";

/** The question of a market, for pages, slips and the history alike. */
export type Question = Pick<Market, "kind" | "period" | "line"> & { unit?: string };
/** The names of the two sides. */
export type Sides = Pick<Match, "home" | "away">;

const QUARTERS = 4;

/** A line of quarters with its sign where it is a handicap: −1.25, +0.5, 0. */
export function writeLine(quarters: number, signed: boolean): string {
  const text = String(Math.abs(quarters) / QUARTERS);
  if (quarters < 0) return `−${text}`;
  return signed && quarters > 0 ? `+${text}` : text;
}

/** A correct score as it is written: 2:1. */
const scoreOf = (key: string) => key.replace("-", ":");

function pickIn(t: TFunction<"sports">, { kind, line }: Question, key: string, sides: Sides): string {
  const side = key === "home" ? sides.home : sides.away;
  switch (key) {
    case "home":
    case "away":
      return kind === "handicap" ? `${side} ${writeLine(key === "home" ? line : -line, true)}` : side;
    case "over":
      return t("pick.over", { line: writeLine(line, false) });
    case "under":
      return t("pick.under", { line: writeLine(line, false) });
    case "draw":
    case "yes":
    case "no":
    case "odd":
    case "even":
    case "other":
      return t(`pick.${key}`);
    default:
      return scoreOf(key);
  }
}

const kinds = ["1x2", "winner", "handicap", "total", "btts", "correct_score", "odd_even"] as const;

/** Units within that of a score, such as the games of sets. */
const units = ["games", "points", "rounds"] as const;

function marketIn(t: TFunction<"sports">, { kind, period, unit = "" }: Question): string {
  const known = kinds.find((one) => one === kind);
  const counted = units.find((one) => one === unit);
  const plain = known ? t(`market.${known}`) : kind;
  const name = counted ? t("market.unit", { market: plain, unit: t(`unit.${counted}`) }) : plain;
  return period === "half1" ? t("market.half", { market: name }) : name;
}

const parts = { h: "half", q: "quarter", s: "set", p: "period", r: "round", m: "map", i: "inning" } as const;

function periodIn(t: TFunction<"sports">, period: string): string {
  if (period === "break" || period === "ot") return t(`period.${period}`);
  const [, letter = "", number = ""] = /^([a-z])0?(\d+)$/.exec(period) ?? [];
  const part = Object.entries(parts).find(([first]) => first === letter)?.[1];
  return part ? t(`period.${part}`, { number }) : period;
}

/** The clock shows minutes; sports that play for sets or innings have none. */
const TIMED = ["soccer", "basketball", "hockey", "combat", "handball", "football"];

/** The names of sports, markets and selections in the language shown, as short as a button wants them. */
export function useSportWords() {
  const { t } = useTranslation("sports");
  const format = useFormat();
  return useMemo(
    () => ({
      /** The country of a league in the language shown; empty when it is not known. */
      country: (code: string) => (code === "EU" ? t("international") : countryName(code, format.language)),
      sport: (sport: string) => (isSport(sport) ? t(`sport.${sport}`) : sport),
      market: (question: Question) => marketIn(t, question),
      /** A market with its line where it has one: "Over / under 2.5", "Handicap −0.5", which is that of the home side. */
      named: (question: Question) => {
        const { kind, line } = question;
        const lined = kind === "handicap" || kind === "total";
        return lined ? `${marketIn(t, question)} ${writeLine(line, kind === "handicap")}` : marketIn(t, question);
      },
      /** A selection in words: "Over 2.5", "Pamuto United −0.5". */
      pick: (question: Question, key: string, sides: Sides) => pickIn(t, question, key, sides),
      /** The same in a row that names both sides already: "1", "+0.5", "Over 2.5". */
      short: ({ kind, line }: Question, key: string, sides: Sides): string => {
        if (kind === "handicap") return writeLine(key === "home" ? line : -line, true);
        if (key === "home") return "1";
        if (key === "away") return "2";
        return key === "draw" ? "X" : pickIn(t, { kind, line, period: "full" }, key, sides);
      },
      period: (period: string) => periodIn(t, period),
      /** How far a match is: "67′", "Set 2", or when it begins. */
      clock: (sport: string, progress: Progress, now: number): string => {
        const { state, period, clock, clockAt, startsAt } = progress;
        if (state !== "live") return format.time(startsAt);
        if (period === "break" || !TIMED.includes(sport) || clock === 0) return periodIn(t, period);
        const seconds = clock + Math.max(0, now - Date.parse(clockAt)) / 1_000;
        return `${Math.floor(seconds / 60) + 1}′`;
      },
    }),
    [t, format],
  );
}
