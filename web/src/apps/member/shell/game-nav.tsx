import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./game-nav.module.css";
import { gameGroups } from "./menus.ts";

/** The groups of games in the desktop's header, each with the mark of its place. */
export function GameNav() {
  const { t } = useTranslation();
  return (
    <nav className={classes.nav} aria-label={t("nav.label")}>
      <ul>
        {gameGroups.map((group) => (
          <li key={group.to} data-place={group.place}>
            <NavLink to={group.to} className={classes.item}>
              <Icon name={group.icon} size={18} />
              {t(group.text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
