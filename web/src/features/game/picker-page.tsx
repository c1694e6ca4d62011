import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Field } from "#shared/ui/field.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Found } from "./found.tsx";
import classes from "./picker.module.css";
import type { PickerProps } from "./picker-props.ts";

interface PickerPageProps extends PickerProps {
  title: ReactNode;
  tab?: string;
  lead?: ReactNode;
  query: string;
  onQuery(query: string): void;
  children: ReactNode;
}

/** The frame of the picker: a search over all games above whatever is shown, and its answers in place of it. */
export function PickerPage({ title, tab, lead, query, onQuery, children, ...picker }: PickerPageProps) {
  const { t } = useTranslation("game");
  const faultText = useFaultText();
  return (
    <Page
      title={title}
      tab={tab}
      lead={lead}
      actions={
        <div className={classes.search}>
          <Field
            label={t("search")}
            type="search"
            inputMode="search"
            autoComplete="off"
            maxLength={40}
            placeholder={t("search.hint")}
            value={query}
            onChange={onQuery}
            onKeyDown={(event) => {
              if (event.key === "Escape") onQuery("");
            }}
            after={
              query === "" ? (
                <Icon name="search" size={18} />
              ) : (
                <button
                  type="button"
                  className={classes.clear}
                  aria-label={t("none.clear")}
                  onClick={() => onQuery("")}
                >
                  <Icon name="close" size={18} />
                </button>
              )
            }
          />
        </div>
      }
    >
      {picker.lock && (
        <p className={classes.lock}>
          <Icon name="lock" />
          {faultText(new ApiError(picker.lock))}
        </p>
      )}
      {query.trim() === "" ? children : <Found query={query} onClear={() => onQuery("")} {...picker} />}
    </Page>
  );
}
