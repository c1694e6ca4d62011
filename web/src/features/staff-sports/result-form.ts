import type { Req } from "#shared/api/client.ts";
import type { Faults } from "#shared/ui/form/use-app-form.ts";
import type { Match } from "./matches.ts";
import { voids } from "./result-text.ts";

/** The fields of a result; scores as they are typed. */
export interface ResultValues {
  how: "score" | "void";
  fullHome: string;
  fullAway: string;
  halfHome: string;
  halfAway: string;
  why: (typeof voids)[number];
  source: string;
  reason: string;
}

/** A result is corrected from the one that is there. */
export function valuesOf({ result }: Match, early: boolean): ResultValues {
  const scored = result && result.void === "" ? result : null;
  return {
    how: early || (result && !scored) ? "void" : "score",
    fullHome: scored ? String(scored.full.home) : "",
    fullAway: scored ? String(scored.full.away) : "",
    halfHome: scored?.half ? String(scored.half.home) : "",
    halfAway: scored?.half ? String(scored.half.away) : "",
    why: voids.find((one) => one === result?.void) ?? "cancelled",
    source: "",
    reason: "",
  };
}

interface Words {
  missing: string;
  score: string;
  half: string;
  halfMore: string;
}

const SCORE = /^\d{1,3}$/;

function halfFault(half: string, other: string, full: string, words: Words): string | false {
  if (half === "") return other !== "" && words.half;
  if (!SCORE.test(half)) return words.score;
  return SCORE.test(full) && Number(half) > Number(full) && words.halfMore;
}

/** Returns the rules of the form: both scores, no half above the whole, a source and a reason. */
export const checkResult =
  (words: Words) =>
  ({ how, fullHome, fullAway, halfHome, halfAway, source, reason }: ResultValues): Faults<ResultValues> => {
    const scored = how === "score";
    return {
      fullHome: scored && !SCORE.test(fullHome) && words.score,
      fullAway: scored && !SCORE.test(fullAway) && words.score,
      halfHome: scored && halfFault(halfHome, halfAway, fullHome, words),
      halfAway: scored && halfFault(halfAway, halfHome, fullAway, words),
      source: source.trim() === "" && words.missing,
      reason: reason.trim() === "" && words.missing,
    };
  };

/** Returns the call for a match as it was shown. */
export function requestOf({ eventIdx, result }: Match, values: ResultValues): Req<"/api/admin/sports/result"> {
  const { how, fullHome, fullAway, halfHome, halfAway, why } = values;
  const said = { source: values.source.trim(), reason: values.reason.trim() };
  const version = result?.version ?? 0;
  if (how === "void") return { eventIdx, version, full: { home: 0, away: 0 }, half: null, void: why, ...said };
  return {
    eventIdx,
    version,
    full: { home: Number(fullHome), away: Number(fullAway) },
    half: halfHome === "" ? null : { home: Number(halfHome), away: Number(halfAway) },
    ...said,
  };
}
