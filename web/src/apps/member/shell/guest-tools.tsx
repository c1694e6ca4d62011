import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import classes from "./header.module.css";
import { LoginButton } from "./login-button.tsx";

/** Sign up, or log in. */
export function GuestTools() {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <div className={classes.guest}>
      <span className={classes.signup}>
        <Button variant="ghost" onClick={() => void router.navigate({ to: paths.signup })}>
          {t("signup.open")}
        </Button>
      </span>
      <LoginButton />
    </div>
  );
}
