import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/play.json", { import: "default" });

/** The texts of odds, slips and draws. Pages that show one load them with their code. */
export const addPlayTexts = () => addTexts("play", files);
