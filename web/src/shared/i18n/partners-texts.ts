import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/partners.json", { import: "default" });

/** The texts of the back office's page of partners, which loads them with its code. */
export const addPartnersTexts = () => addTexts("partners", files);
