import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/trading.json", { import: "default" });

/** The texts of the staff's side of the sportsbook. Its pages load them with their code, besides those of the sportsbook itself. */
export const addTradingTexts = () => addTexts("trading", files);
