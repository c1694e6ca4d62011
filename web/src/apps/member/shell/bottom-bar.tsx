import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./bottom-bar.module.css";
import { thumbMenu } from "./menus.ts";

/** The bar at the foot of a phone's screen: the member's most used pages, within reach of the thumb. */
export function BottomBar() {
  const { t } = useTranslation();
  return (
    <nav className={classes.bar} aria-label={t("nav.mine")}>
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
