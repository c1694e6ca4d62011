import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import { useRight } from "../session/session.ts";
import classes from "./site.module.css";
import { statusQuery, useInspect } from "./status.ts";

/** Whether members can use the site, how many are on it, and the switch, which says what it does before it does it. */
export function InspectSwitch() {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const faultText = useFaultText();
  const mayChange = useRight("site");
  const status = useQuery(statusQuery).data;
  const inspect = useInspect();
  const [asking, setAsking] = useState(false);
  if (!status) return null;
  const online = format.number(status.online);
  const to = !status.inspect;
  return (
    <div className={classes.site}>
      <span className={classes.online}>{t("site.online", { online })}</span>
      <StatusPill tone={status.inspect ? "busy" : "good"}>
        {status.inspect ? t("site.inspect") : t("site.open")}
      </StatusPill>
      {mayChange && (
        <Button variant="quiet" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {to ? t("site.begin") : t("site.end")}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={to ? t("site.beginTitle") : t("site.endTitle")}
          confirm={to ? t("site.begin") : t("site.end")}
          tone={to ? "danger" : "primary"}
          busy={inspect.isPending}
          onConfirm={() => inspect.mutate(to, { onSuccess: () => setAsking(false) })}
          onClose={() => {
            inspect.reset();
            setAsking(false);
          }}
        >
          <p className={classes.count}>{t("site.online", { online })}</p>
          <p>{to ? t("site.beginText") : t("site.endText")}</p>
          {inspect.error && (
            <p role="alert" className={classes.fault}>
              {faultText(inspect.error)}
            </p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
