import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { isLanguage, languages } from "#shared/i18n/languages.ts";
import { writeOdds } from "#shared/odds.ts";
import type { Flat } from "./flat.ts";
import {
  isLevelPath,
  kindOf,
  type LevelPath,
  type LimitName,
  optionOf,
  type PairTerm,
  type Path,
  pairTerms,
  paths,
} from "./options.ts";

const FULL = 100;

function isTerm(text: string): text is PairTerm {
  return pairTerms.some((term) => term === text);
}

/** Returns the words of the site's settings: the name of a field, and its value with the unit. */
export function useSettingText() {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const name = (path: Path): string => {
    const [option, n, part] = path.split(".");
    if (option === "levels") return t("level.of", { level: n, limit: t(`level.${part as LimitName}`) });
    if (option === "sns") return t(`option.sns.${part as "name" | "link" | "id"}`, { n: Number(n) + 1 });
    if (option === "sportsBonuses") {
      return t(`option.sportsBonuses.${part as "legs" | "factor"}`, { n: Number(n) + 1 });
    }
    // The rest of the paths have a text of their own; the test of the page walks through all.
    return t(`option.${path as Exclude<Path, `sns.${string}` | `sportsBonuses.${string}` | LevelPath>}`);
  };
  /** The words of a pair of selections, as the api names it. */
  const pair = (wire: string): string =>
    wire
      .split("+")
      .map((term) => (isTerm(term) ? t(`pair.${term}`) : term))
      .join(" + ");
  const value = (path: Path, flat: Flat | undefined): string => {
    if (flat === undefined || flat === "") return t("none");
    if (flat === 0 && isLevelPath(path)) return t("level.none");
    const kind = kindOf(path);
    switch (kind) {
      case "switch":
        return flat === true ? t("on") : t("off");
      case "amount":
        return format.money(Number(flat));
      case "points":
        return `${format.number(Number(flat))} P`;
      case "percent":
        return `${format.number(Number(flat) / FULL)} %`;
      case "odds":
        return writeOdds(Number(flat), "decimal");
      case "pairs":
        return String(flat).split(",").map(pair).join(", ");
      case "choice":
        return flat === "kick" || flat === "deny" || flat === "allow" ? t(`choice.${flat}`) : String(flat);
      case "languages":
        return String(flat)
          .split(",")
          .map((key) => (isLanguage(key) ? languages[key].name : key))
          .join(", ");
      case "time":
      case "text":
        return String(flat);
      default:
        return t(`unit.${kind}`, { value: format.number(Number(flat)) });
    }
  };
  /** The name of an option that a refusal of the server names. */
  const option = (wire: string): string => {
    const path = paths.find((one) => one === wire) ?? paths.find((one) => optionOf(one) === wire);
    return path === undefined || wire === "levels" ? t("option.levels") : name(path);
  };
  return { name, value, option, pair };
}
