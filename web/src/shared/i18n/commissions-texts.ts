import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/commissions.json", { import: "default" });

/** The texts of the back office's page of commissions, which loads them with its code. */
export const addCommissionsTexts = () => addTexts("commissions", files);
