import { useTranslation } from "react-i18next";
import { useUnread } from "#features/message/unread.ts";
import { paths } from "#shared/paths.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { memberMenu } from "./menus.ts";
import { NavLink } from "./nav-link.tsx";
import classes from "./rail.module.css";

/** The member's own menu at the left of the page. */
export function Rail() {
  const { t } = useTranslation();
  const unread = useUnread();
  return (
    <nav className={classes.rail} aria-label={t("nav.mine")}>
      <ul>
        {memberMenu.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} className={classes.item}>
              <Icon name={item.icon} />
              <span>{t(item.text)}</span>
              {item.to === paths.messages && unread > 0 && <strong className={classes.count}>{unread}</strong>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
