import { useTranslation } from "react-i18next";
import { InspectSwitch } from "#features/staff-site/inspect-switch.tsx";
import { useStaff } from "#shared/staff/session.ts";
import { Clock } from "#shared/ui/clock.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import { Navigation } from "./navigation.tsx";
import classes from "./shell.module.css";

/** On a phone: the pages, and what stands in the head of a wide window. It closes when one goes. */
export function Drawer({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog kind="sheet" title={useStaff()?.admin.name ?? t("menu.title")} onClose={onClose}>
      <div className={classes.drawer}>
        <Navigation onFollow={onClose} />
        <div className={classes.foot}>
          <InspectSwitch />
          <Clock />
          <LanguageMenu />
          <LogOutButton named />
        </div>
      </div>
    </Dialog>
  );
}
