import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/sports.json", { import: "default" });

/** The texts of the sportsbook. Pages that show a match or a bet on one load them with their code. */
export const addSportsTexts = () => addTexts("sports", files);
