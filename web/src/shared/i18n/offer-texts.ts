import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/offer.json", { import: "default" });

/** The texts about providers and games. The page of the back office loads them with its code. */
export const addOfferTexts = () => addTexts("offer", files);
