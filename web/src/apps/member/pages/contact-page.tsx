import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ContactPage } from "#features/contact/contact-page.tsx";
import { readSavedId } from "#features/session/saved-id.ts";
import { paths } from "#shared/paths.ts";

const contactRoute = getRouteApi(`/shell/open${paths.contact}`);

export function ContactRoute() {
  const { t } = useTranslation();
  const { about = "login" } = contactRoute.useSearch();
  return (
    <ContactPage
      begin={{ topic: about, account: readSavedId() }}
      privacy={<Link to={paths.privacy}>{t("document.privacy")}</Link>}
    />
  );
}
