import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { useTitle } from "#shared/ui/title.ts";
import { ContactLink } from "./contact-link.tsx";
import { ForgotLink } from "./forgot-link.tsx";
import { LoginForm } from "./login-form.tsx";
import classes from "./session.module.css";
import { useLoggedIn } from "./use-logged-in.ts";

/** The product's /login for phones: the same form as a page of its own. */
export function LoginPage() {
  const { t } = useTranslation(["session", "common"]);
  const loggedIn = useLoggedIn();
  useTitle(t("login.title"));
  return (
    <div className={classes.card}>
      <h1>{t("login.title")}</h1>
      <LoginForm contact={(about) => <ContactLink about={about} />} onDone={loggedIn} />
      <p className={classes.below}>
        {t("login.noAccount")} <Link to={paths.signup}>{t("common:signup.open")}</Link>
      </p>
      <p className={classes.below}>
        <ForgotLink />
      </p>
      <p className={classes.below}>
        {t("login.help")} <ContactLink />
      </p>
    </div>
  );
}
