import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/schedule.json", { import: "default" });

/** The texts about scheduled maintenance. The page of the back office loads them with its code. */
export const addScheduleTexts = () => addTexts("schedule", files);
