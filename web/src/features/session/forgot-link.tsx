import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import type { Forgotten } from "./reset.ts";
import classes from "./session.module.css";

interface ForgotLinkProps {
  /** The secret that the form starts with. */
  forgotten?: Forgotten;
  onFollow?(): void;
}

/** To the page that leads to a new password. */
export function ForgotLink({ forgotten = "password", onFollow }: ForgotLinkProps) {
  const { t } = useTranslation("session");
  return (
    <Link to={paths.reset} search={{ forgotten }} className={classes.link} onClick={onFollow}>
      {t(forgotten === "pin" ? "change.pin.forgot" : "login.forgot")}
    </Link>
  );
}
