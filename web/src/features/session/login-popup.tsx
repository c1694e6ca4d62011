import { useRouter } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { loginOpenAtom } from "./atoms.ts";
import { ContactLink } from "./contact-link.tsx";
import { ForgotLink } from "./forgot-link.tsx";
import { LoginForm } from "./login-form.tsx";
import classes from "./session.module.css";
import { useLoggedIn } from "./use-logged-in.ts";

/** Login over whatever page is open. */
export function LoginPopup() {
  const { t } = useTranslation(["session", "common"]);
  const router = useRouter();
  const [open, setOpen] = useAtom(loginOpenAtom);
  const loggedIn = useLoggedIn();
  const close = () => setOpen(false);
  return (
    <Dialog title={t("login.title")} onClose={close}>
      {typeof open === "string" && (
        <p role="alert" className={classes.reason}>
          {t(open === "page" ? "notice.login" : "front.error.afterSignin")}
        </p>
      )}
      <LoginForm
        contact={(about) => <ContactLink about={about} onFollow={close} />}
        onDone={(answer) => {
          close();
          loggedIn(answer);
        }}
      />
      <p className={classes.below}>
        {t("login.noAccount")}
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            close();
            void router.navigate({ to: paths.signup });
          }}
        >
          {t("common:signup.open")}
        </button>
      </p>
      <p className={classes.below}>
        <ForgotLink onFollow={close} />
      </p>
      <p className={classes.below}>
        {t("login.help")} <ContactLink onFollow={close} />
      </p>
    </Dialog>
  );
}
