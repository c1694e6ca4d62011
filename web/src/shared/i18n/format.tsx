import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { shownLanguage } from "./i18n.ts";
import { type Language, languages } from "./languages.ts";

/** The site's settings for figures: the currency code (D-21) and the time zone of the site clock (D-63). */
export interface SiteFormat {
  currency: string;
  timeZone: string;
}

export interface Format {
  language: Language;
  currency: string;
  timeZone: string;
  /** An amount in minor units with its currency, as the language writes it: 10,000원, 10.000 ₫, −$0.50. */
  money(amount: number): string;
  /** A plain figure with thousands separators. */
  number(value: number): string;
  /** yyyy-MM-dd in the site's time zone, in every language (D-58). */
  date(iso: string): string;
  /** yyyy-MM-dd HH:mm in the site's time zone. */
  dateTime(iso: string): string;
  /** HH:mm in the site's time zone, of what is at most hours old. */
  time(iso: string): string;
  /** yyyy-MM-dd HH:mm:ss in the site's time zone, for files, and for lists in which several things happen in one minute. */
  moment(iso: string): string;
  /** "3 minutes ago", for facts that are at most hours old. */
  ago(iso: string, now: number): string;
}

/** The Swedish locale writes yyyy-MM-dd HH:mm. */
const ISO_LIKE = "sv-SE";

/** Puts a minus, not a hyphen, before figure and currency alike: −₩3,000. */
function signed(value: number, write: (value: number) => string): string {
  return value < 0 ? `−${write(-value)}` : write(value + 0); // −0 is a loss of nothing
}

export function makeFormat(language: Language, site: SiteFormat): Format {
  const tag = languages[language].tag;
  const money = new Intl.NumberFormat(tag, {
    style: "currency",
    currency: site.currency,
    currencyDisplay: "narrowSymbol",
  });
  const scale = 10 ** (money.resolvedOptions().maximumFractionDigits ?? 0);
  const number = new Intl.NumberFormat(tag);
  const clock = new Intl.DateTimeFormat(ISO_LIKE, {
    timeZone: site.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  /** yyyy-MM-dd HH:mm:ss, or its first letters. */
  const stamp = (iso: string, end?: number) => clock.format(new Date(iso)).slice(0, end);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "short" });
  return {
    language,
    currency: site.currency,
    timeZone: site.timeZone,
    // Koreans write the unit behind the figure: 10,000원.
    money: (amount) =>
      signed(amount, (value) =>
        language === "ko" && site.currency === "KRW" ? `${number.format(value)}원` : money.format(value / scale),
      ),
    number: (value) => signed(value, number.format),
    date: (iso) => stamp(iso, 10),
    dateTime: (iso) => stamp(iso, 16),
    time: (iso) => stamp(iso, 16).slice(11),
    moment: (iso) => stamp(iso),
    ago: (iso, now) => {
      const minutes = Math.round((Date.parse(iso) - now) / 60_000);
      if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
      if (Math.abs(minutes) < 24 * 60) return relative.format(Math.round(minutes / 60), "hour");
      return relative.format(Math.round(minutes / (24 * 60)), "day");
    },
  };
}

/** The formats of this page: making one costs a slow phone 10 ms. */
const formats = new Map<string, Format>();

function formatOf(site: SiteFormat): Format {
  const language = shownLanguage();
  const key = `${language} ${site.currency} ${site.timeZone}`;
  const format = formats.get(key) ?? makeFormat(language, site);
  formats.set(key, format);
  return format;
}

const FormatContext = createContext<Format | null>(null);

/** Around what shows figures and dates: they are written in the language shown, with the site's currency and time zone. */
export function FormatProvider({ value, children }: { value: SiteFormat; children: ReactNode }) {
  useTranslation(); // a change of language draws it again
  return <FormatContext value={formatOf(value)}>{children}</FormatContext>;
}

/** How this page writes figures and dates. */
export function useFormat(): Format {
  return useContext(FormatContext) ?? formatOf({ currency: "KRW", timeZone: "Asia/Seoul" });
}
