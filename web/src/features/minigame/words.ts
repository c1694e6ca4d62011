import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { gameCodes } from "./codes.ts";
import type { Market } from "./games.ts";

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
  "first",
  "second",
  "third",
  "heads",
  "same",
  "spots",
] as const;

const words = {
  odd: "pick.odd",
  even: "pick.even",
  under: "pick.under",
  over: "pick.over",
  large: "pick.large",
  medium: "pick.medium",
  small: "pick.small",
  left: "ladder.left",
  right: "ladder.right",
  head: "coin.head",
  tail: "coin.tail",
  yes: "pick.yes",
  no: "pick.no",
} as const;

function isWord(text: string): text is keyof typeof words {
  return Object.hasOwn(words, text);
}

type Selection = Market["selections"][number];

/** The names of games, markets and selections in the member's language. */
export function useDrawWords() {
  const { t } = useTranslation("minigame");
  const format = useFormat();

  const part = (market: string, text: string): string => {
    if (isWord(text)) return t(words[text]);
    if (market === "heads") return t("pick.heads", { count: Number(text) });
    if (market === "lines" || market === "combo") return t("ladder.lines", { count: Number(text) });
    return text.toUpperCase();
  };
  const gameName = (game: string): string => {
    const code = gameCodes.find((one) => one === game);
    return code ? t(`name.${code}`) : game;
  };
  const marketName = (game: string, key: string): string => {
    const market = markets.find((one) => one === key);
    if (!market) return key;
    const meta = game.startsWith("meta");
    return t(`market.${market}`, { ball: t(meta ? "ball.meta" : "ball.power") });
  };
  /** The name of a selection by its key: sum.odd, combo.left_3, spots:3-17. */
  const pickName = (key: string): string => {
    const picks = /^spots:(.+)$/.exec(key)?.[1];
    if (picks !== undefined) return picks.split("-").join(", ");
    const [market = "", answer = ""] = key.split(".");
    return answer
      .split("_")
      .map((text) => part(market, text))
      .join(" · ");
  };
  return {
    gameName,
    marketName,
    pickName,
    /** The name of a selection with the numbers that win, where it has such. */
    selectionName: ({ key, from, to }: Selection): string =>
      to > 0 ? `${pickName(key)} ${format.number(from)}–${format.number(to)}` : pickName(key),
    /** The market of a selection and its name: "Powerball, odd or even: Odd". */
    betName: (game: string, key: string): string => `${marketName(game, key.split(/[.:]/)[0] ?? "")}: ${pickName(key)}`,
  };
}
