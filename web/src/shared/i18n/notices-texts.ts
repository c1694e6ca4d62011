import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/notices.json", { import: "default" });

/** The texts of security notices, for masters. Their page loads them with its code. */
export const addNoticesTexts = () => addTexts("notices", files);
