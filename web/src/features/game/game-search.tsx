import { useTranslation } from "react-i18next";
import { SearchField } from "#shared/ui/search-field.tsx";
import { LONGEST } from "./search.ts";

/** The search over all games of a page. */
export function GameSearch({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation("game");
  return (
    <SearchField
      label={t("search")}
      hint={t("search.hint")}
      clear={t("search.clear")}
      longest={LONGEST}
      value={value}
      onChange={onChange}
    />
  );
}
