import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/error.ts";
import { type Format, useFormat } from "./format.tsx";
import { completeTexts, useHasTexts } from "./i18n.ts";

/** Refusals whose figures are amounts of the site's currency; all others count minutes, tries, characters or points. */
const AMOUNTS = /^(B600[0-5]|BET_LIMIT|WIN_LIMIT|C00[345]|C01[2-5])/;
/** Refusals whose figures are odds in thousandths. */
const ODDS = /^RATE_LIMIT_M/;

/** A placeholder's value as the texts show it. internal/core/texts writes the same for readers of resultMessage. */
export function readable(code: string, value: string, format: Format): string {
  if (!/^\d+$/.test(value)) return value;
  if (AMOUNTS.test(code)) return format.money(Number(value));
  if (ODDS.test(code)) return format.number(Number(value) / 1000);
  return format.number(Number(value));
}

/**
 * Returns a function that gives the text of a refusal with its placeholders filled; the values travel unformatted. Anything but
 * a refusal of the api is a failure of ours and is shown as such (E001), and so is a code without a text, from a newer server.
 * On the first page, the texts of refusals may still be on their way: the text is empty until they are there.
 */
export function useFaultText(): (error: unknown) => string {
  const { t, i18n } = useTranslation("api");
  const there = useHasTexts("api");
  const format = useFormat();
  return useCallback(
    (error: unknown) => {
      if (!there) {
        void completeTexts();
        return "";
      }
      if (!(error instanceof ApiError) || !i18n.exists(error.code, { ns: "api" })) return t("E001");
      // An answer came, so the member's connection is fine: an HTTP 500 or a page of some proxy is the site's fault.
      if (error.code === "9999" && error.status > 0) return t("E001");
      const values = Object.entries(error.params).map(([name, value]) => [name, readable(error.code, value, format)]);
      return i18n.t(error.code, { ns: "api", ...Object.fromEntries(values) });
    },
    [there, t, i18n, format],
  );
}
