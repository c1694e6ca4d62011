import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/partner.json", { import: "default" });
const moneyFiles = import.meta.glob<Record<string, string>>("./locales/*/partner-money.json", { import: "default" });
const lowerFiles = import.meta.glob<Record<string, string>>("./locales/*/partner-lower.json", { import: "default" });
const reportFiles = import.meta.glob<Record<string, string>>("./locales/*/partner-reports.json", { import: "default" });
const settlementFiles = import.meta.glob<Record<string, string>>("./locales/*/partner-settlement.json", {
  import: "default",
});

/** The texts of the partner area. Its bundle asks for them before it starts; the other bundles do not know their files. */
export const addPartnerTexts = () =>
  Promise.all([
    addTexts("partner", files),
    addTexts("partner-lower", lowerFiles),
    addTexts("partner-money", moneyFiles),
    addTexts("partner-reports", reportFiles),
    addTexts("partner-settlement", settlementFiles),
  ]).then(() => undefined);
