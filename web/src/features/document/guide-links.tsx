import { useTranslation } from "react-i18next";
import { documentPaths, guides } from "#shared/documents.ts";
import { Icon } from "#shared/ui/icon.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./document.module.css";

/** The ways to the site's guides. */
export function GuideLinks() {
  const { t } = useTranslation(["session", "common"]);
  return (
    <nav aria-label={t("common:foot.guides")}>
      <ul className={classes.guides}>
        {guides.map((kind) => (
          <li key={kind}>
            <NavLink to={documentPaths[kind]}>
              {t(`session:document.${kind}`)}
              <Icon name="chevron" size={18} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
