import { createRoute } from "@tanstack/react-router";
import { fairSearch, payTableQuery, roundsQuery, standsQuery } from "#features/minigame/fair/queries.ts";
import { drawResultRequest, drawResultSearch } from "#features/minigame/results/search.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { drawGames } from "#shared/minigame/games.ts";
import { paths } from "#shared/paths.ts";
import { ask, memberRoute, openRoute } from "./base.tsx";

const page = (name: keyof typeof import("../pages/draw-pages.tsx")) =>
  lazyPage(async () => {
    await addSportsTexts();
    return import("../pages/draw-pages.tsx");
  }, name);

/** How draws come about, and what they pay, are for everybody (S-57). */
const fairRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.minigameFair,
  validateSearch: fairSearch,
  loader: ({ context }) => ask(context, standsQuery),
  component: page("FairRoute"),
});

const payTableRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.payTable,
  validateSearch: fairSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, payTableQuery(deps.game ?? drawGames[0])),
  component: page("PayTableRoute"),
});

const resultsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.drawResults,
  validateSearch: drawResultSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, roundsQuery(drawResultRequest(deps))),
  component: page("DrawResultsRoute"),
});

export const drawRoutes = { open: [fairRoute, payTableRoute], member: [resultsRoute] } as const;
