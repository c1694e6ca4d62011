import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/details.json", { import: "default" });

/** The texts of changes of phone, name and bank account, for staff. Their pages load them with their code. */
export const addDetailsTexts = () => addTexts("details", files);
