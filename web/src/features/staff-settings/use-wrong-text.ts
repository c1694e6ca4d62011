import { useTranslation } from "react-i18next";
import { type ApiError, isCode } from "#shared/api/error.ts";
import { paths } from "#shared/staff/settings/options.ts";
import { useSettingText } from "#shared/staff/settings/use-setting-text.ts";
import type { Wrong } from "./draft.ts";

/** Returns the words for what is wrong with a setting: as the form sees it, and as the server says it. */
export function useWrongText() {
  const { t } = useTranslation("settings");
  const text = useSettingText();
  const ofField = (path: (typeof paths)[number], wrong: Wrong): string => {
    if (wrong.why === "range") {
      return t("wrong.range", { min: text.value(path, wrong.min), max: text.value(path, wrong.max) });
    }
    return wrong.why === "languages" ? t("languages.last") : t(`wrong.${wrong.why}`);
  };
  const ofRefusal = (error: ApiError): string => {
    const { option = "", other = "", min, max } = error.params;
    const path = paths.find((one) => one === option);
    if (isCode(error, "U040")) return t("wrong.pair", { other: text.option(other) });
    if (isCode(error, "U038") && path) {
      return t("wrong.range", { min: text.value(path, Number(min)), max: text.value(path, Number(max)) });
    }
    return t("wrong.value");
  };
  /** For a dialog, where no field is beside the words; undefined: the words of the code. */
  const inDialog = (error: unknown): string | undefined => {
    if (isCode(error, "C019")) return t("stale");
    if (isCode(error, "U038", "U039", "U040")) return `${text.option(error.params.option ?? "")}: ${ofRefusal(error)}`;
    return undefined;
  };
  return { ofField, ofRefusal, inDialog };
}
