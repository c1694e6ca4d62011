import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/requests.json", { import: "default" });

/** The texts of the list of all requests. Its page loads them with its code. */
export const addRequestsTexts = () => addTexts("requests", files);
