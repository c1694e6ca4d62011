import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { mainQuery } from "#features/main/main.ts";
import { paths } from "#shared/paths.ts";
import type { EmptyArtName } from "#shared/ui/empty-art.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Page } from "#shared/ui/page.tsx";
import { MainGames } from "./main-games.tsx";

interface LaterProps {
  part: "partner";
  art: EmptyArtName;
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of the site that is not open yet: what it will show, and where to go meanwhile. */
function Later({ part, art, action, children }: LaterProps) {
  const { t } = useTranslation("main");
  return (
    <Page title={t(`later.${part}.title`)}>
      <EmptyState art={art} title={t("later.soon")} action={action}>
        {t(`later.${part}.text`)}
      </EmptyState>
      {children}
    </Page>
  );
}

/** Games that can be played while a part of the site has none. */
export function Meanwhile() {
  const { t } = useTranslation("main");
  const main = useQuery(mainQuery);
  return main.isError ? null : <MainGames id="popular" title={t("games.popular")} games={main.data?.popularGames} />;
}

export function PartnerLater() {
  const { t } = useTranslation();
  return (
    <Later part="partner" art="questions" action={<NavLink to={paths.distributor}>{t("nav.distributor")}</NavLink>} />
  );
}
