import type { Req } from "#shared/api/client.ts";
import type { Faults } from "#shared/ui/form/use-app-form.ts";
import type { Match } from "./matches.ts";
import { voids } from "./result-text.ts";

/** A part of a match, such as a set, with its figures as they are typed. */
interface Part {
  home: string;
  away: string;
}

/** The fields of a result; scores as they are typed. */
export interface ResultValues {
  how: "score" | "void";
  fullHome: string;
  fullAway: string;
  halfHome: string;
  halfAway: string;
  parts: Part[];
  why: (typeof voids)[number];
  /** When an abandoned match ended. */
  brokenIn: "half" | "later";
  source: string;
  reason: string;
}

/** Reports whether the form asks for scores: those of a result, or those of the moment when the match was abandoned. */
export const asksScores = ({ how, why }: Pick<ResultValues, "how" | "why">): boolean =>
  how === "score" || why === "abandoned";

/** Reports whether the form asks for the first half apart. */
export const asksHalf = ({ halves }: Match, values: Pick<ResultValues, "how" | "why" | "brokenIn">): boolean =>
  halves && asksScores(values) && (values.how === "score" || values.brokenIn === "later");

/** A result is corrected from the one that is there. */
export function valuesOf({ result, parts }: Match, early: boolean): ResultValues {
  const scored = result && (result.void === "" || result.void === "abandoned") ? result : null;
  return {
    how: early || (result && result.void !== "") ? "void" : "score",
    fullHome: scored ? String(scored.full.home) : "",
    fullAway: scored ? String(scored.full.away) : "",
    halfHome: scored?.half ? String(scored.half.home) : "",
    halfAway: scored?.half ? String(scored.half.away) : "",
    parts: parts.map((name) => {
      const part = scored?.scores?.[name];
      return { home: part ? String(part.home) : "", away: part ? String(part.away) : "" };
    }),
    why: voids.find((one) => one === result?.void) ?? "cancelled",
    brokenIn: scored?.halfOpen ? "half" : "later",
    source: "",
    reason: "",
  };
}

interface Words {
  missing: string;
  score: string;
  half: string;
  halfMore: string;
  parts: string;
  partsWin: string;
}

const SCORE = /^\d{1,3}$/;

function halfFault(half: string, other: string, full: string, words: Words): string | false {
  if (half === "") return other !== "" && words.half;
  if (!SCORE.test(half)) return words.score;
  return SCORE.test(full) && Number(half) > Number(full) && words.halfMore;
}

const isPlayed = ({ home, away }: Part) => home !== "" || away !== "";

/** The faults of the parts: each has both figures, none is left out, and those of a result make up its score. */
function partFaults({ how, parts, fullHome, fullAway }: ResultValues, words: Words): Faults<ResultValues> {
  const last = parts.findLastIndex(isPlayed);
  const faults: Faults<ResultValues> = {};
  for (const [index, { home, away }] of parts.slice(0, last + 1).entries()) {
    if (!SCORE.test(home)) faults[`parts.${index}.home`] = words.parts;
    if (!SCORE.test(away)) faults[`parts.${index}.away`] = words.parts;
  }
  if (last < 0 || Object.keys(faults).length > 0 || how === "void") return faults;
  const won = (mine: keyof Part, other: keyof Part) =>
    parts.filter((part) => isPlayed(part) && Number(part[mine]) > Number(part[other])).length;
  if (won("home", "away") !== Number(fullHome) || won("away", "home") !== Number(fullAway)) {
    faults["parts.0.home"] = words.partsWin;
  }
  return faults;
}

/** Returns the rules of the form: both scores, no half above the whole, parts that make up the score, a source and a reason. */
export const checkResult =
  (match: Match, words: Words) =>
  (values: ResultValues): Faults<ResultValues> => {
    const { fullHome, fullAway, halfHome, halfAway, source, reason } = values;
    const scored = asksScores(values);
    const halved = asksHalf(match, values);
    return {
      ...(scored && partFaults(values, words)),
      fullHome: scored && !SCORE.test(fullHome) && words.score,
      fullAway: scored && !SCORE.test(fullAway) && words.score,
      halfHome: halved && halfFault(halfHome, halfAway, fullHome, words),
      halfAway: halved && halfFault(halfAway, halfHome, fullAway, words),
      source: source.trim() === "" && words.missing,
      reason: reason.trim() === "" && words.missing,
    };
  };

/** Returns the call for a match as it was shown. */
export function requestOf(match: Match, values: ResultValues): Req<"/api/admin/sports/result"> {
  const { eventIdx, result, parts, halves } = match;
  const { how, fullHome, fullAway, halfHome, halfAway, why, brokenIn } = values;
  const said = { source: values.source.trim(), reason: values.reason.trim() };
  const version = result?.version ?? 0;
  if (!asksScores(values)) return { eventIdx, version, full: { home: 0, away: 0 }, half: null, void: why, ...said };
  const full = { home: Number(fullHome), away: Number(fullAway) };
  const halfOpen = how === "void" && halves && brokenIn === "half";
  const half = asksHalf(match, values) && halfHome !== "" ? { home: Number(halfHome), away: Number(halfAway) } : null;
  const played = parts.flatMap((name, index) => {
    const part = values.parts[index];
    return part && isPlayed(part) ? [[name, { home: Number(part.home), away: Number(part.away) }] as const] : [];
  });
  return {
    eventIdx,
    version,
    full,
    half: halfOpen ? full : half,
    ...(how === "void" && { void: why }),
    ...(halfOpen && { halfOpen }),
    ...(played.length > 0 && { scores: Object.fromEntries(played) }),
    ...said,
  };
}
