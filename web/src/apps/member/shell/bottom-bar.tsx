import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./bottom-bar.module.css";
import { thumbMenu } from "./menus.ts";

/** The bar at the foot of the mobile layout: the product's five, within reach of the thumb. A guest is asked to log in. */
export function BottomBar() {
  const { t } = useTranslation();
  return (
    <nav className={classes.bar} aria-label={t("nav.thumb")}>
      <ul>
        {thumbMenu.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} className={classes.item}>
              <Icon name={item.icon} />
              <span>{t(item.text)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
