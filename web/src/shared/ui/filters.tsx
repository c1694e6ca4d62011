import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import classes from "./filters.module.css";
import { Icon } from "./icon.tsx";
import { PHONE, useMedia } from "./use-media.ts";

/** Phones, held either way: the list needs the height that there is. */
const LITTLE_ROOM = `${PHONE}, (max-height: 30rem)`;

interface FiltersProps {
  /** The choices that differ from the default, in words; absent and empty ones do not count. */
  chosen: (string | undefined)[];
  children: ReactNode;
}

/** The filters of a list in a line. On a phone one button says what is chosen and opens them as a sheet, so that the list comes first. */
export function Filters({ chosen, children }: FiltersProps) {
  const { t } = useTranslation();
  const phone = useMedia(LITTLE_ROOM);
  const [open, setOpen] = useState(false);
  if (!phone) return <search className={classes.line}>{children}</search>;
  const words = chosen.filter(Boolean).join(", ");
  return (
    <>
      <button type="button" className={classes.fold} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="settings" size={18} />
        <span>{t("filter.title")}</span>{" "}
        <span className={classes.chosen} data-some={words !== "" || undefined}>
          {words || t("range.all")}
        </span>
        <Icon name="chevron" size={18} />
      </button>
      {open && (
        <Dialog title={t("filter.title")} onClose={() => setOpen(false)}>
          <search className={classes.sheet}>
            {children}
            {/* Not a field: the keyboard would cover the sheet. */}
            <Button wide autoFocus onClick={() => setOpen(false)}>
              {t("filter.show")}
            </Button>
          </search>
        </Dialog>
      )}
    </>
  );
}
