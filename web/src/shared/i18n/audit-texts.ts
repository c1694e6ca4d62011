import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/audit.json", { import: "default" });

/** The texts of the audit: every action of staff in words. Its page loads them with its code. */
export const addAuditTexts = () => addTexts("audit", files);
