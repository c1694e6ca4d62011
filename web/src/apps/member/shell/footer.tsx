import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { documentPaths, guides } from "#shared/documents.ts";
import { paths } from "#shared/paths.ts";
import { siteCheckQuery, useSite } from "#shared/site.ts";
import { Clock } from "#shared/ui/clock.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import classes from "./footer.module.css";
import { LayoutSwitch } from "./layout-switch.tsx";
import { SocialLinks } from "./social-links.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** On every page: play with care, and the few links that belong at the end. */
export function Footer() {
  const { t } = useTranslation();
  const member = useMember();
  const awaitsMember = useAwaitsMember();
  const site = useSite();
  const build = useQuery(siteCheckQuery).data?.build;
  const lists = [
    { label: t("foot.guides"), kinds: guides },
    { label: t("foot.legal"), kinds: ["terms", "privacy", "cookies"] as const },
  ];
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <section className={classes.care} aria-labelledby="care">
          <span className={classes.age} aria-hidden="true">
            19+
          </span>
          <div>
            <h2 id="care">{t("care.title")}</h2>
            <p>{t("care.text")}</p>
          </div>
        </section>
        <ul className={classes.links}>
          <li>
            <NavLink to={paths.notices}>{t("nav.notices")}</NavLink>
          </li>
          <li>
            <NavLink to={paths.events}>{t("nav.events")}</NavLink>
          </li>
          <li>
            <NavLink to={paths.faq}>{t("nav.faq")}</NavLink>
          </li>
          <li>
            {member || awaitsMember ? (
              <NavLink to={paths.inquiries}>{t("nav.qna")}</NavLink>
            ) : (
              <NavLink to={paths.contact}>{t("nav.contact")}</NavLink>
            )}
          </li>
          <li>
            <NavLink to={paths.protection}>{t("nav.protection")}</NavLink>
          </li>
          {member && (
            <li>
              <NavLink to={paths.mypage}>{t("care.limits")}</NavLink>
            </li>
          )}
        </ul>
        <SocialLinks className={classes.links} />
        {lists.map(({ label, kinds }) => (
          <nav key={label} aria-label={label}>
            <ul className={classes.links}>
              {kinds.map((kind) => (
                <li key={kind}>
                  <NavLink to={documentPaths[kind]}>{t(`document.${kind}`)}</NavLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className={classes.end}>
          <Logo name={site?.name ?? "Hubstake"} />
          <Clock />
          <ThemeSwitch className={classes.theme} />
          <LayoutSwitch className={classes.theme} />
          <small>
            © 2024 {site?.name ?? "Hubstake"}
            {build !== undefined && build !== "" && ` · ${t("foot.build", { build })}`}
          </small>
        </div>
      </div>
    </footer>
  );
}
