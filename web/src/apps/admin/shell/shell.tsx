import { Outlet } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { InspectSwitch } from "#features/staff-site/inspect-switch.tsx";
import { lazyPart } from "#shared/lazy.ts";
import { useSessionLife, useStaff } from "#shared/staff/session.ts";
import { Clock } from "#shared/ui/clock.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { usePaletteKey } from "#shared/ui/office/use-palette-key.ts";
import { useMedia } from "#shared/ui/use-media.ts";
import { useRealtime } from "../realtime.ts";
import { Line } from "./line.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import { Navigation } from "./navigation.tsx";
import classes from "./shell.module.css";

const Drawer = lazyPart(async () => (await import("./drawer.tsx")).Drawer);
const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);

/** Around every page of the back office: where one is, what is live, the site's switch, and the way out. */
export function Shell() {
  const { t } = useTranslation(["admin", "common"]);
  const staff = useStaff();
  const phone = useMedia("(max-width: 900px)");
  const narrow = useMedia("(max-width: 1360px)");
  const [open, setOpen] = useState<"menu" | "palette">();
  const close = () => setOpen(undefined);
  usePaletteKey(() => setOpen("palette"));
  useRealtime();
  useSessionLife();
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      <header className={classes.head}>
        <Logo mark />
        <div className={classes.tools}>
          <Line />
          {!phone && <InspectSwitch />}
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
              <span className={classes.who}>{staff?.admin.name}</span>
              <LogOutButton />
            </>
          )}
        </div>
      </header>
      {!phone && (
        <div className={classes.side}>
          <Navigation narrow={narrow} />
        </div>
      )}
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Suspense>
        {open === "menu" && phone && <Drawer onClose={close} />}
        {open === "palette" && <Palette onClose={close} />}
      </Suspense>
    </div>
  );
}
