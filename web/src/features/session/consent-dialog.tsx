import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { consentLaterAtom, useAgree } from "./consent.ts";
import { DocumentLinks } from "./document-links.tsx";
import classes from "./session.module.css";
import type { Session } from "./session.ts";

/** Asks once after login whether the member accepts a new version. It may be answered later and blocks nothing. */
export function ConsentDialog({ session }: { session: Session }) {
  const { t } = useTranslation("session");
  const putOff = useSetAtom(consentLaterAtom);
  const agree = useAgree();
  const later = () => putOff(session.sid);
  return (
    <Dialog title={t("consent.title")} onClose={later}>
      <div className={classes.form}>
        <p className={classes.text}>{t("consent.text")}</p>
        <DocumentLinks documents={session.documents} />
        <Refusal box error={agree.error} />
        <div className={classes.actions}>
          <Button variant="quiet" onClick={later}>
            {t("consent.later")}
          </Button>
          <Button autoFocus busy={agree.isPending} onClick={() => agree.mutate(session.documents)}>
            {t("consent.accept")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
