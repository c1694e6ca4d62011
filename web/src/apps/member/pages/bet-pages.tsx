import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { BetsPage } from "#features/bet/bets-page.tsx";
import { useStudioNames } from "#features/game/studio-names.ts";
import { paths } from "#shared/paths.ts";

const betsRoute = getRouteApi(`/shell/member${paths.bets}`);

export function BetsRoute() {
  const { t } = useTranslation("bet");
  const navigate = betsRoute.useNavigate();
  return (
    <BetsPage
      search={betsRoute.useSearch()}
      onSearch={(search) => void navigate({ search })}
      studioOf={useStudioNames()}
      play={<Link to={paths.slots}>{t("empty.play")}</Link>}
    />
  );
}
