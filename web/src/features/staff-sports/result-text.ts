import { useTranslation } from "react-i18next";
import type { Match } from "./matches.ts";

type Result = NonNullable<Match["result"]>;

/** The reasons why a match has no result. */
export const voids = ["cancelled", "abandoned", "postponed"] as const;

/** Reports whether a match is over, so that it can neither be suspended nor released. */
export const isOver = ({ progress: { state } }: Match): boolean => state === "ended" || state === "cancelled";

/** Reports whether a match has not begun: it can have no score yet, but it can be called off. */
export const isEarly = ({ result, progress: { state, startsAt } }: Match, now: number): boolean =>
  result === null && (state === "postponed" || (state === "scheduled" && Date.parse(startsAt) > now));

/** Returns the words of a result: its scores, or why there is none. */
export function useResultText(): (result: Result) => string {
  const { t } = useTranslation("sports");
  return ({ void: why, full, half }) => {
    const known = voids.find((one) => one === why);
    const name = known ? t(`void.${known}`) : why;
    if (why !== "" && why !== "abandoned") return name;
    const score = `${full.home}:${full.away}`;
    const scores = half ? t("leg.score.half", { full: score, half: `${half.home}:${half.away}` }) : score;
    return why === "" ? scores : `${name}, ${scores}`;
  };
}
