import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { ApiError } from "#shared/api/error.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { loginOpenAtom, type Notice, noticeAtom } from "./atoms.ts";
import { ContactLink } from "./contact-link.tsx";
import { needsStaff } from "./needs-staff.ts";
import classes from "./session.module.css";

/** Tells the member why the session ended, before anything else. */
export function NoticeDialog({ notice }: { notice: Notice }) {
  const { t } = useTranslation(["session", "common"]);
  const faultText = useFaultText();
  const setNotice = useSetAtom(noticeAtom);
  const openLogin = useSetAtom(loginOpenAtom);
  const close = () => setNotice(null);
  const fault = notice.kind === "code" ? new ApiError(notice.code) : undefined;
  const text = notice.kind === "code" ? faultText(fault) : t(`notice.${notice.kind}`);
  return (
    <Dialog title={t("notice.title.ended")} onClose={close}>
      <div className={classes.form}>
        <p className={classes.text}>
          {text}{" "}
          {(needsStaff(fault) || notice.kind === "blocked" || notice.kind === "closed") && (
            <ContactLink onFollow={close} />
          )}
        </p>
        <div className={classes.actions}>
          <Button variant="quiet" onClick={close}>
            {t("notice.close")}
          </Button>
          <Button
            autoFocus
            onClick={() => {
              close();
              openLogin(true);
            }}
          >
            {t("common:login.open")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
