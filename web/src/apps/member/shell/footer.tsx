import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { type DocumentKind, documentPaths, guides } from "#shared/documents.ts";
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
  const documents = (kinds: readonly DocumentKind[]) =>
    kinds.map((kind) => ({ to: documentPaths[kind], text: t(`document.${kind}`) }));
  const lists = [
    {
      label: t("menu.talk"),
      links: [
        { to: paths.notices, text: t("nav.notices") },
        { to: paths.events, text: t("nav.events") },
        { to: paths.faq, text: t("nav.faq") },
        member || awaitsMember
          ? { to: paths.inquiries, text: t("nav.qna") }
          : { to: paths.contact, text: t("nav.contact") },
        { to: paths.protection, text: t("nav.protection") },
        ...(member ? [{ to: paths.mypage, text: t("care.limits") }] : []),
      ],
    },
    { label: t("foot.guides"), links: documents(guides) },
    { label: t("foot.legal"), links: documents(["terms", "privacy", "cookies"]) },
  ];
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.parts}>
          <section className={classes.care} aria-labelledby="care">
            <span className={classes.age} aria-hidden="true">
              19+
            </span>
            <div>
              <h2 id="care">{t("care.title")}</h2>
              <p>{t("care.text")}</p>
            </div>
          </section>
          {lists.map(({ label, links }) => (
            <nav key={label} aria-label={label}>
              <p className={classes.label} aria-hidden="true">
                {label}
              </p>
              <ul className={classes.links}>
                {links.map(({ to, text }) => (
                  <li key={to}>
                    <NavLink to={to}>{text}</NavLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <SocialLinks className={classes.links} />
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
