import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/trading.json", { import: "default" });

/**
 * The texts of the staff's side of the sportsbook, with those of the sportsbook itself: its pages name sports, markets and results by them.
 */
export async function addTradingTexts(): Promise<void> {
  const { addSportsTexts } = await import("./sports-texts.ts");
  await Promise.all([addTexts("trading", files), addSportsTexts()]);
}
