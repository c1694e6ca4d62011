import { useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useUnread } from "#features/message/unread.ts";
import { paths } from "#shared/paths.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./message-banner.module.css";

/** Says that messages wait, on every page but the messages themselves. */
export function MessageBanner() {
  const { t } = useTranslation();
  const unread = useUnread();
  const there = useLocation({ select: (location) => location.pathname === paths.messages });
  return (
    <div aria-live="polite" className={classes.place}>
      {unread > 0 && !there && (
        <NavLink to={paths.messages} className={classes.banner}>
          <Icon name="mail" size={18} />
          <span className={classes.text}>{t("message.waiting", { count: unread })}</span>
          <strong className={classes.count} aria-hidden="true">
            {unread}
          </strong>
        </NavLink>
      )}
    </div>
  );
}
