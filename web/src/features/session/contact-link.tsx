import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import classes from "./session.module.css";

export type About = "login" | "signup";

interface ContactLinkProps {
  /** The topic that the form starts with. */
  about?: About;
  onFollow?(): void;
}

/** To customer service, for people who cannot log in. */
export function ContactLink({ about = "login", onFollow }: ContactLinkProps) {
  const { t } = useTranslation("session");
  return (
    <Link to={paths.contact} search={{ about }} className={classes.link} onClick={onFollow}>
      {t("login.contact")}
    </Link>
  );
}
