import { useTranslation } from "react-i18next";
import { documentPaths, guides } from "#shared/documents.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./document.module.css";

/** The ways to the site's guides. No landmark: the foot of every page has one with the same links. */
export function GuideLinks() {
  const { t } = useTranslation();
  return (
    <ul className={classes.guides}>
      {guides.map((kind) => (
        <li key={kind}>
          <NavLink to={documentPaths[kind]}>
            {t(`document.${kind}`)}
            <Icon name="next" size={18} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
