import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ContactPage } from "#features/contact/contact-page.tsx";
import { readSavedId } from "#features/session/saved-id.ts";
import { paths } from "#shared/paths.ts";
import { contactRoute } from "../routes/inquiry.tsx";

export function ContactRoute() {
  const { t } = useTranslation("session");
  const { about = "login" } = contactRoute.useSearch();
  return (
    <ContactPage
      begin={{ topic: about, account: readSavedId() }}
      privacy={<Link to={paths.privacy}>{t("document.privacy")}</Link>}
    />
  );
}
