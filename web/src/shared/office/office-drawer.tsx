import { useTranslation } from "react-i18next";
import { Clock } from "../ui/clock.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { LanguageMenu } from "../ui/language-menu.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import classes from "./office-shell.module.css";
import type { OfficeShellProps } from "./office-shell.tsx";

interface OfficeDrawerProps extends Pick<OfficeShellProps, "name" | "navigation" | "tools" | "onLogOut"> {
  onClose(): void;
}

/** On a phone: the pages, and what stands in the head of a wide window. It closes when one goes. */
export function OfficeDrawer({ name, navigation, tools, onLogOut, onClose }: OfficeDrawerProps) {
  const { t } = useTranslation();
  return (
    <Dialog kind="sheet" title={name || t("menu.title")} onClose={onClose}>
      <div className={classes.drawer}>
        {navigation({ onFollow: onClose })}
        <div className={classes.foot}>
          {tools}
          <Clock />
          <LanguageMenu />
          <LogOutButton named onLogOut={onLogOut} />
        </div>
      </div>
    </Dialog>
  );
}
