import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import classes from "./session.module.css";

/** To customer service, for who cannot log in. */
export function ContactLink({ onFollow }: { onFollow?(): void }) {
  const { t } = useTranslation("session");
  return (
    <Link to={paths.contact} className={classes.link} onClick={onFollow}>
      {t("login.contact")}
    </Link>
  );
}
