import { useTranslation } from "react-i18next";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./group-chips.module.css";
import { gameGroups } from "./menus.ts";

/** The groups of games as chips, each in the colour of its place. */
export function GroupChips({ wrap = false, onFollow }: { wrap?: boolean; onFollow?(): void }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.chips} data-wrap={wrap}>
      {gameGroups.map((group) => (
        <li key={group.to} data-place={group.place}>
          <NavLink to={group.to} className={classes.chip} {...(onFollow ? { onFollow } : {})}>
            <Icon name={group.icon} />
            {t(group.text)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
