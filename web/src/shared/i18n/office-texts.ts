import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/office.json", { import: "default" });

/** The texts that the back offices of staff and partners share. Their pages load them with their code. */
export const addOfficeTexts = () => addTexts("office", files);
