import { useTranslation } from "react-i18next";
import { useAwaitsMember, useSession } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { BalancePill } from "./balance-pill.tsx";
import { LoginButton } from "./login-button.tsx";
import { MenuButton } from "./menu-button.tsx";
import classes from "./mobile-header.module.css";

/** Brand, the balance of who is here, and the menu. 48 px, whatever stands in it. */
export function MobileHeader() {
  const { t } = useTranslation();
  const session = useSession();
  const awaited = useAwaitsMember();
  const name = useSite()?.name ?? "Hubstake";
  const isMember = awaited || Boolean(session);
  return (
    <header className={classes.header}>
      <NavLink to={paths.home} className={classes.brand} label={`${name}, ${t("nav.home")}`}>
        <Logo mark={isMember} name={name} />
      </NavLink>
      <div className={classes.middle}>
        {session === undefined && awaited && <Skeleton width="9rem" height="2.25rem" radius="var(--radius-round)" />}
        {session && <BalancePill member={session.member} />}
      </div>
      <div className={classes.tools}>
        {session === null && (
          <>
            <LanguageMenu short />
            <LoginButton size="sm" />
          </>
        )}
        <MenuButton />
      </div>
    </header>
  );
}
