import { useTranslation } from "react-i18next";
import { paths } from "#shared/paths.ts";
import type { EmptyArtName } from "#shared/ui/empty-art.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { NavLink } from "#shared/ui/nav-link.tsx";
import { Page } from "#shared/ui/page.tsx";

type Part = "sports" | "minigames" | "results" | "partner";

/** A part of the site that is not open yet: what it will show, and where to go meanwhile. */
function Later({ part, art }: { part: Part; art: EmptyArtName }) {
  const { t } = useTranslation("main");
  const { t: common } = useTranslation();
  return (
    <Page title={t(`later.${part}.title`)}>
      <EmptyState
        art={art}
        title={common("front.header.inready")}
        action={<NavLink to={paths.slots}>{common("nav.slots")}</NavLink>}
      >
        {t(`later.${part}.text`)}
      </EmptyState>
    </Page>
  );
}

export const SportsLater = () => <Later part="sports" art="winners" />;
export const MinigamesLater = () => <Later part="minigames" art="games" />;
export const ResultsLater = () => <Later part="results" art="winners" />;
export const PartnerLater = () => <Later part="partner" art="questions" />;
