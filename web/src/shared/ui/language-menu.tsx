import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { setLanguage } from "../i18n/i18n.ts";
import { defaultLanguage, isLanguage, type Language, languageKeys, languages } from "../i18n/languages.ts";
import { Flag } from "./flag.tsx";
import { Icon } from "./icon.tsx";
import classes from "./language-menu.module.css";

/** The six languages, each by its own name; the one that is shown stands on the button. */
export function LanguageMenu({ short = false }: { short?: boolean }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const shown: Language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;

  const choose = (language: Language) => {
    setOpen(false);
    button.current?.focus();
    void setLanguage(language);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close the list; the buttons inside do the work
    <div className={classes.root} onKeyDown={closeOnEscape} onBlur={leave}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${t("language")}: ${languages[shown].name}`}
        onClick={() => setOpen(!open)}
      >
        <Flag language={shown} />
        {!short && <span>{languages[shown].name}</span>}
        <Icon name="chevron" size={16} />
      </button>
      <ul id={id} className={classes.list} hidden={!open}>
        {languageKeys.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={languages[language].tag}
              className={classes.item}
              aria-current={language === shown}
              onClick={() => choose(language)}
            >
              <Flag language={language} />
              <span>{languages[language].name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
