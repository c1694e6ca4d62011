import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../lazy.ts";
import { Clock } from "../ui/clock.tsx";
import { Icon } from "../ui/icon.tsx";
import { LanguageMenu } from "../ui/language-menu.tsx";
import { Logo } from "../ui/logo.tsx";
import { usePaletteKey } from "../ui/office/use-palette-key.ts";
import { useMedia } from "../ui/use-media.ts";
import { Line } from "./line.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import classes from "./office-shell.module.css";

const Drawer = lazyPart(async () => (await import("./office-drawer.tsx")).OfficeDrawer);

export interface OfficeShellProps {
  /** The name of the person who works here. */
  name: string;
  navigation(how: { narrow?: boolean; onFollow?(): void }): ReactNode;
  palette(onClose: () => void): ReactNode;
  /** Switches and figures of this back office; on a phone they are in the drawer. */
  tools?: ReactNode;
  onLogOut(): void;
  children: ReactNode;
}

/** Around every page of a back office: its pages, whether it is live, the way to any page by name, and the way out. */
export function OfficeShell({ name, navigation, palette, tools, onLogOut, children }: OfficeShellProps) {
  const { t } = useTranslation(["office", "common"]);
  const phone = useMedia("(max-width: 900px)");
  const narrow = useMedia("(max-width: 1360px)");
  const [open, setOpen] = useState<"menu" | "palette">();
  const close = () => setOpen(undefined);
  usePaletteKey(() => setOpen("palette"));
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("common:skip")}
      </a>
      <header className={classes.head}>
        <Logo mark />
        <div className={classes.tools}>
          <Line />
          {!phone && tools}
          <button type="button" className={classes.find} aria-haspopup="dialog" onClick={() => setOpen("palette")}>
            <Icon name="search" size={18} />
            <span>{t("palette.open")}</span>
            <kbd>{/Mac|iP/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>
          </button>
          {phone ? (
            <button
              type="button"
              className={classes.menu}
              aria-label={t("common:menu.open")}
              aria-haspopup="dialog"
              aria-expanded={open === "menu"}
              onClick={() => setOpen("menu")}
            >
              <Icon name="menu" size={22} />
            </button>
          ) : (
            <>
              <Clock />
              <LanguageMenu short />
              <span className={classes.who}>{name}</span>
              <LogOutButton onLogOut={onLogOut} />
            </>
          )}
        </div>
      </header>
      {!phone && <div className={classes.side}>{navigation({ narrow })}</div>}
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        {open === "menu" && phone && <Drawer {...{ name, navigation, tools, onLogOut }} onClose={close} />}
        {open === "palette" && palette(close)}
      </Suspense>
    </div>
  );
}
