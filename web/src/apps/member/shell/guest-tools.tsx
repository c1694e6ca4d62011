import { useRouter } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { loginOpenAtom } from "#features/session/atoms.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import classes from "./header.module.css";

/** Sign up, or log in. */
export function GuestTools() {
  const { t } = useTranslation("session");
  const router = useRouter();
  const openLogin = useSetAtom(loginOpenAtom);
  return (
    <div className={classes.guest}>
      <span className={classes.signup}>
        <Button variant="ghost" onClick={() => void router.navigate({ to: paths.signup })}>
          {t("signup.open")}
        </Button>
      </span>
      <Button aria-haspopup="dialog" onClick={() => openLogin(true)}>
        {t("login.open")}
      </Button>
    </div>
  );
}
