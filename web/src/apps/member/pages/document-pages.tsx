import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { DocumentPage } from "#features/document/document-page.tsx";
import { paths } from "#shared/paths.ts";

const cookiesRoute = getRouteApi(`/shell/open${paths.cookies}`);
const privacyRoute = getRouteApi(`/shell/open${paths.privacy}`);
const termsRoute = getRouteApi(`/shell/open${paths.terms}`);

function Newest({ to }: { to: typeof paths.terms | typeof paths.privacy | typeof paths.cookies }) {
  const { t } = useTranslation("session");
  return <Link to={to}>{t("document.newest")}</Link>;
}

export function TermsRoute() {
  const { version = 0 } = termsRoute.useSearch();
  return <DocumentPage kind="terms" version={version} newest={<Newest to={paths.terms} />} />;
}

export function PrivacyRoute() {
  const { version = 0 } = privacyRoute.useSearch();
  return <DocumentPage kind="privacy" version={version} newest={<Newest to={paths.privacy} />} />;
}

export function CookiesRoute() {
  const { version = 0 } = cookiesRoute.useSearch();
  return <DocumentPage kind="cookies" version={version} newest={<Newest to={paths.cookies} />} />;
}
