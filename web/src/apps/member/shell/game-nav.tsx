import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import classes from "./game-nav.module.css";
import { gameGroups } from "./menus.ts";

/** The groups of games. On a phone they scroll sideways under the header. */
export function GameNav() {
  const { t } = useTranslation();
  const toast = useToast();
  return (
    <nav className={classes.nav} aria-label={t("nav.label")}>
      <ul>
        {gameGroups.map((group) => (
          <li key={group.code}>
            {"to" in group ? (
              <NavLink to={group.to} className={classes.item}>
                <Icon name={group.icon} size={18} />
                {t(group.text)}
              </NavLink>
            ) : (
              <button
                type="button"
                className={classes.item}
                onClick={() => toast({ tone: "info", text: t("front.header.inready") })}
              >
                <Icon name={group.icon} size={18} />
                {t(group.text)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
