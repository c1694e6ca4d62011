import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "#shared/lazy.ts";
import { Icon } from "#shared/ui/icon.tsx";
import classes from "./menu-button.module.css";

const MenuSheet = lazyPart(async () => (await import("./menu-sheet.tsx")).MenuSheet);

/** Opens all that one can go to: on a phone, and in a window that is too narrow for the menus. */
export function MenuButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t("menu.open")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={22} />
      </button>
      {open && (
        <Suspense>
          <MenuSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
