import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/person.json", { import: "default" });

/** The texts of a member's own page in the back office. The page loads them with its code. */
export const addPersonTexts = () => addTexts("person", files);
