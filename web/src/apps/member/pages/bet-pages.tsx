import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { BetsPage } from "#features/bet/bets-page.tsx";
import { productsQuery } from "#features/game/catalog.ts";
import { paths } from "#shared/paths.ts";
import { CheckLink } from "./check-link.tsx";

const betsRoute = getRouteApi(`/shell/member${paths.bets}`);

export function BetsRoute() {
  const { t } = useTranslation("bet");
  const navigate = betsRoute.useNavigate();
  const search = betsRoute.useSearch();
  const studios = useQuery(productsQuery(search.gameType ?? ""));
  return (
    <BetsPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      studios={studios.data ?? []}
      rules={(version) => (
        <Link to={paths.houseRules} search={{ version }}>
          {t("detail.rules", { version })}
        </Link>
      )}
      check={(game, no) => <CheckLink game={game} no={no} />}
      play={<Link to={paths.slots}>{t("empty.play")}</Link>}
    />
  );
}
