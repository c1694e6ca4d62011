import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { InspectSwitch } from "#features/staff-site/inspect-switch.tsx";
import { paths } from "#shared/paths.ts";
import { logOut, useSessionLife, useStaff } from "#shared/staff/session.ts";
import { statusQuery } from "#shared/staff/status.ts";
import { Button } from "#shared/ui/button.tsx";
import { Clock } from "#shared/ui/clock.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { LanguageMenu } from "#shared/ui/language-menu.tsx";
import { Logo } from "#shared/ui/logo.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { useRealtime } from "../realtime.ts";
import { Line } from "./line.tsx";
import classes from "./shell.module.css";

/** The pages beside the queues, and the rights of which each needs one. */
const pages = [
  { to: paths.adminApprovals, text: "nav.approvals", right: ["approve", "cash"] },
  { to: paths.adminMembers, text: "nav.members", right: ["member"] },
  { to: paths.adminInquiries, text: "nav.inquiries", right: ["message"] },
  { to: paths.adminOnline, text: "nav.online", right: ["member"] },
  { to: paths.adminBlocks, text: "nav.blocks", right: ["member"] },
  { to: paths.adminContent, text: "nav.content", right: ["site"] },
  { to: paths.adminPromos, text: "nav.promos", right: ["cash", "site"] },
  { to: paths.adminSwitches, text: "nav.switches", right: ["site"] },
  { to: paths.adminStaff, text: "nav.staff", right: ["staff"] },
] as const;

/** How many requests of colleagues the current user may decide about; the hub keeps the number current. */
function Waiting() {
  const { t } = useTranslation("admin");
  const count = useQuery(statusQuery).data?.pendingApprovals ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t("nav.waiting", { count })}</span>
    </span>
  );
}

/** Around every page of the back office: where one is, what is live, the site's switch, and the way out. */
export function Shell() {
  const { t } = useTranslation("admin");
  const client = useQueryClient();
  const staff = useStaff();
  const rights = staff?.admin.rights ?? [];
  useRealtime();
  useSessionLife();
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t("skip")}
      </a>
      <header className={classes.head}>
        <Logo mark />
        <nav className={classes.nav} aria-label={t("nav.label")}>
          <NavLink to={paths.admin} className={classes.link}>
            {t("nav.live")}
          </NavLink>
          {pages.map(
            ({ to, text, right }) =>
              right.some((one) => rights.includes(one)) && (
                <NavLink key={to} to={to} className={classes.link}>
                  {t(text)}
                  {to === paths.adminApprovals && <Waiting />}
                </NavLink>
              ),
          )}
        </nav>
        <div className={classes.tools}>
          <Line />
          <InspectSwitch />
          <span className={classes.clock}>
            <Clock />
          </span>
          <LanguageMenu short />
          <span className={classes.who}>{staff?.admin.name}</span>
          <Button variant="ghost" size="sm" aria-label={t("logout")} onClick={() => void logOut(client)}>
            <Icon name="logout" size={18} />
          </Button>
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
