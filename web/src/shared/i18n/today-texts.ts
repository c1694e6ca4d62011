import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/today.json", { import: "default" });

/** The texts of the figures of the day. Its page loads them with its code. */
export const addTodayTexts = () => addTexts("today", files);
