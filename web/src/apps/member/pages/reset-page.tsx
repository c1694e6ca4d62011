import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ContactLink } from "#features/session/contact-link.tsx";
import { ResetPage } from "#features/session/reset-page.tsx";
import { readSavedId } from "#features/session/saved-id.ts";
import { sessionQuery } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";

const resetRoute = getRouteApi(`/shell/open${paths.reset}`);

export function ResetRoute() {
  const { t } = useTranslation("session");
  const { forgotten = "password" } = resetRoute.useSearch();
  const member = useQuery(sessionQuery).data?.member;
  return (
    <ResetPage
      begin={{ forgotten, memId: member?.memId ?? readSavedId() }}
      login={<Link to={member ? paths.account : paths.login}>{t(member ? "account.title" : "login.title")}</Link>}
      contact={<ContactLink />}
    />
  );
}
