import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/error.ts";
import { useFaultText } from "../i18n/fault.ts";
import { Icon } from "../ui/icon.tsx";
import { LanguageMenu } from "../ui/language-menu.tsx";
import { Logo } from "../ui/logo.tsx";
import { useTitle } from "../ui/title.ts";
import classes from "./login.module.css";
import { endedAtom } from "./office-session.ts";

/** Around the steps of a login to a back office: the language, whose door it is, and why a session before has ended. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation("office");
  useTitle(title);
  const faultText = useFaultText();
  const ended = useAtomValue(endedAtom);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <LanguageMenu />
      </header>
      <main className={classes.door}>
        <div className={classes.brand}>
          <Logo />
          <h1>{title}</h1>
        </div>
        {ended && (
          <p role="status" className={classes.ended}>
            <Icon name="info" />
            <span>{ended.kind === "code" ? faultText(new ApiError(ended.code)) : t("login.expired")}</span>
          </p>
        )}
        {children}
      </main>
    </div>
  );
}
