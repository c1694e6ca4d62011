import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import classes from "#shared/staff/staff.module.css";
import { CopyButton } from "#shared/ui/copy-button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Facts } from "#shared/ui/facts.tsx";
import type { OneTime } from "./accounts.ts";

/** Shows a one-time password, this once. */
export function OneTimeDialog({ memId, once, onClose }: { memId: string; once: OneTime; onClose(): void }) {
  const { t } = useTranslation("admin");
  const format = useFormat();
  return (
    <Dialog title={t("staff.oneTimeTitle", { memId })} onClose={onClose}>
      <div className={classes.form}>
        <Facts
          facts={[
            {
              name: t("staff.oneTime"),
              value: (
                <>
                  <code>{once.password}</code> <CopyButton compact text={once.password} label={t("staff.oneTime")} />
                </>
              ),
            },
            { name: t("staff.until"), value: format.dateTime(once.until) },
          ]}
        />
        <p className={classes.dim}>{t("staff.oneTimeText")}</p>
      </div>
    </Dialog>
  );
}
