import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/settings.json", { import: "default" });

/** The names of the site's settings and what they mean. The pages of the back office that show settings load them with their code. */
export const addSettingsTexts = () => addTexts("settings", files);
