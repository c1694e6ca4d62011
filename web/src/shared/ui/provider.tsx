import "./tokens.css";
import "./fonts/latin.css";
import "./base.css";
import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { defaultLanguage, isLanguage, languages } from "../i18n/languages.ts";
import { applyTheme } from "./theme.ts";

applyTheme();

/** The look of a bundle: tokens, type, theme, and the reader's language for what the components say by themselves. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  return <I18nProvider locale={languages[language].tag}>{children}</I18nProvider>;
}
