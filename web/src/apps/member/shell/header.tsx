import { useTranslation } from "react-i18next";
import { useAwaitsMember, useSession } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Clock } from "#shared/ui/clock.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { GameNav } from "./game-nav.tsx";
import { GuestTools } from "./guest-tools.tsx";
import classes from "./header.module.css";
import { MemberTools } from "./member-tools.tsx";
import { MenuButton } from "./menu-button.tsx";

/** The desktop's header: brand, games, language and clock, and who is here. A narrow window has the menu instead of the games. */
export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const awaited = useAwaitsMember();
  const site = useSite();
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <NavLink to={paths.home} className={classes.brand} label={`${site?.name ?? "Hubstake"}, ${t("nav.home")}`}>
          <Logo name={site?.name ?? "Hubstake"} />
        </NavLink>
        <div className={classes.games}>
          <GameNav />
        </div>
        <div className={classes.tools}>
          <span className={classes.clock}>
            <Clock />
          </span>
          <LanguageMenu short />
          {session === undefined && (
            <Skeleton width={awaited ? "20.5rem" : "9rem"} height="2.75rem" radius="var(--radius-m)" />
          )}
          {session === null && <GuestTools />}
          {session && <MemberTools member={session.member} />}
          <span className={classes.menu}>
            <MenuButton />
          </span>
        </div>
      </div>
    </header>
  );
}
