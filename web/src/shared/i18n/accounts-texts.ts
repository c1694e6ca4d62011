import { addTexts } from "./i18n.ts";

const files = import.meta.glob<Record<string, string>>("./locales/*/accounts.json", { import: "default" });

/** The texts of the accounts that members pay into. Their page of the back office loads them with its code. */
export const addAccountsTexts = () => addTexts("accounts", files);
