import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isDrawGame } from "./games.ts";
import { picksOf } from "./hits.ts";

const markets = [
  "power",
  "power_size",
  "power_range",
  "power_combo",
  "sum",
  "sum_size",
  "sum_range",
  "sum_combo",
  "end",
  "start",
  "lines",
  "combo",
  "spots",
  "first",
  "second",
  "third",
  "heads",
  "same",
] as const;

const picks = [
  "odd",
  "even",
  "under",
  "over",
  "large",
  "medium",
  "small",
  "left",
  "right",
  "head",
  "tail",
  "yes",
  "no",
] as const;

/** The sides of a power ball's ranges, as the rules name them. */
const ranges = { a: "0–2", b: "3–4", c: "5–6", d: "7–9" } as const;

type T = TFunction<"minigame">;

function marketIn(t: T, game: string, market: string): string {
  const known = markets.find((one) => one === market);
  if (known === undefined) return market;
  if (!game.startsWith("meta")) return t(`market.${known}`);
  switch (known) {
    case "power":
    case "power_size":
    case "power_range":
    case "power_combo":
      return t(`market.meta.${known}`);
    default:
      return t(`market.${known}`);
  }
}

function pickIn(t: T, market: string, key: string): string {
  if (market === "heads") return t("pick.heads", { count: Number(key) });
  if (market === "lines") return t("ladder.lines", { count: Number(key) });
  if (market === "spots") return key.split("-").join(", ");
  if (market === "power_range") return Object.entries(ranges).find(([range]) => range === key)?.[1] ?? key;
  // odd_under, left_3
  return key
    .split("_")
    .map((part) => {
      const known = picks.find((one) => one === part);
      if (known) return t(`pick.${known}`);
      return /^[34]$/.test(part) ? t("ladder.lines", { count: Number(part) }) : part;
    })
    .join(" · ");
}

/** The market and the pick of a selection: power.odd, spots:3-17-22. */
function splitSelection(selection: string): [market: string, key: string] {
  if (picksOf(selection).length > 0) return ["spots", selection.slice("spots:".length)];
  const dot = selection.indexOf(".");
  return dot < 0 ? [selection, ""] : [selection.slice(0, dot), selection.slice(dot + 1)];
}

/** The names of the games, of the markets and of their selections, for pages, slips and the history alike. Words that are not known are shown as they are. */
export function useDrawWords() {
  const { t } = useTranslation("minigame");
  return useMemo(
    () => ({
      game: (code: string) => (isDrawGame(code) ? t(`game.${code}`) : code),
      market: (game: string, market: string) => marketIn(t, game, market),
      pick: (market: string, key: string) => pickIn(t, market, key),
      /** The name of a selection without its market: Odd. */
      pickOf: (selection: string) => pickIn(t, ...splitSelection(selection)),
      /** Power ball, odd or even: odd. */
      selection: (game: string, selection: string) => {
        const [market, key] = splitSelection(selection);
        return `${marketIn(t, game, market)}: ${pickIn(t, market, key)}`;
      },
      /** Why a round is void. Staff writes in its own words. */
      reason: (reason: string) =>
        reason === "late" || reason === "clock" ? t(`void.${reason}`) : reason || t("void.staff"),
    }),
    [t],
  );
}
