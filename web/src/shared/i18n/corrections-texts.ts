import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/corrections.json", { import: "default" });

/** The texts of corrections of ended bets. The dialog loads them with its code. */
export const addCorrectionsTexts = () => addTexts("corrections", files);
