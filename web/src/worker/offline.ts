import { languages } from "../shared/i18n/languages.ts";
import { rememberedLanguage } from "../shared/i18n/remembered.ts";
import { applyTheme } from "../shared/ui/theme.ts";

/*
 * The page that the worker shows in place of any other while there is no network. Its address is the one that was asked for,
 * so loading it again is all that it offers.
 */

const texts = import.meta.glob<Record<string, string>>("../shared/i18n/locales/*/install.json", {
  eager: true,
  import: "default",
});

const language = rememberedLanguage();
const say = (selector: string, key: string) => {
  const text = texts[`../shared/i18n/locales/${language}/install.json`]?.[key] ?? "";
  document.querySelector(selector)?.replaceChildren(text);
  return text;
};

applyTheme();
document.documentElement.lang = languages[language].tag;
document.title = `${say("h1", "offline.title")} · Hubstake`;
say("p", "offline.text");
say("button", "offline.retry");

const again = () => location.reload();
document.querySelector("button")?.addEventListener("click", again);
window.addEventListener("online", again);
