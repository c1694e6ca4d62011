import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "#features/minigame/fair/fair.module.css";
import { FairPage } from "#features/minigame/fair/fair-page.tsx";
import { PayTablePage } from "#features/minigame/paytable/pay-table-page.tsx";
import { DrawResultsPage } from "#features/minigame/results/draw-results-page.tsx";
import { drawSearch } from "#features/minigame/search.ts";
import { sessionQuery } from "#features/session/session.ts";
import { drawGames, isDrawGame } from "#shared/minigame/games.ts";
import { paths } from "#shared/paths.ts";
import { CheckLink } from "./check-link.tsx";
import { ResultTabs } from "./result-tabs.tsx";

const fairRoute = getRouteApi(`/shell/open${paths.minigameFair}`);
const payTableRoute = getRouteApi(`/shell/open${paths.payTable}`);
const resultsRoute = getRouteApi(`/shell/member${paths.drawResults}`);

export function FairRoute() {
  const { t } = useTranslation("minigame");
  const navigate = fairRoute.useNavigate();
  const search = fairRoute.useSearch();
  return (
    <FairPage
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      links={
        <p className={classes.links}>
          <Link to={paths.payTable} search={drawSearch({ game: search.game })}>
            {t("paytable.title")}
          </Link>
          <Link to={paths.drawResults}>{t("results.title")}</Link>
        </p>
      }
    />
  );
}

export function PayTableRoute() {
  const { t } = useTranslation("minigame");
  const navigate = payTableRoute.useNavigate();
  const search = payTableRoute.useSearch();
  const game = isDrawGame(search.game) ? search.game : drawGames[0];
  const session = useQuery(sessionQuery);
  return (
    <PayTablePage
      game={game}
      member={Boolean(session.data)}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      links={
        <p className={classes.links}>
          <Link to={paths.minigameFair} search={drawSearch({ game })}>
            {t("fair.title")}
          </Link>
        </p>
      }
    />
  );
}

export function DrawResultsRoute() {
  const navigate = resultsRoute.useNavigate();
  return (
    <DrawResultsPage
      tabs={<ResultTabs search={{}} />}
      search={resultsRoute.useSearch()}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      check={(game, no) => <CheckLink game={game} no={no} />}
    />
  );
}
