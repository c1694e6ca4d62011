import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "#shared/lazy.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { useRight } from "#shared/staff/session.ts";
import { statusQuery } from "#shared/staff/status.ts";
import { Button } from "#shared/ui/button.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import classes from "./site.module.css";

/** Opened now and then. */
const SwitchDialog = lazyPart(async () => (await import("./switch-dialog.tsx")).SwitchDialog);

/** Whether members can use the site, how much of it rests, how many are on it, and the switch of the whole. */
export function InspectSwitch() {
  const { t } = useTranslation("admin");
  const mayChange = useRight("maintenance");
  const status = useQuery(statusQuery).data;
  const [asking, setAsking] = useState(false);
  if (!status) return null;
  const online = t("site.online", { count: status.online });
  const paused = status.paused.length;
  const open = !status.inspect && paused === 0;
  return (
    <div className={classes.site} data-open={open}>
      {status.ready === false && <NavLink to={staffPaths.today}>{t("site.start")}</NavLink>}
      <span className={classes.online}>{online}</span>
      <StatusPill tone={open ? "good" : "busy"}>
        {open ? t("site.open") : status.inspect ? t("site.inspect") : t("site.paused", { paused })}
      </StatusPill>
      {mayChange && (
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {status.inspect ? t("site.end") : t("site.begin")}
        </Button>
      )}
      {asking && (
        <Suspense>
          <SwitchDialog name="site" begins={!status.inspect} concerns={online} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
