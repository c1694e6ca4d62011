import { createRoute, redirect } from "@tanstack/react-router";
import { productsQuery } from "#features/game/catalog.ts";
import { resultSearch } from "#features/results/results.ts";
import { sportsSearch } from "#features/sports/search.ts";
import { shownLanguage } from "#shared/i18n/i18n.ts";
import { addPlayTexts } from "#shared/i18n/play-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { matchQuery, treeQuery } from "#shared/sports/book.ts";
import { ask, memberRoute, openRoute } from "./base.tsx";

const page = (name: keyof typeof import("../pages/sports-pages.tsx")) =>
  lazyPage(async () => {
    await Promise.all([addPlayTexts(), addSportsTexts()]);
    return import("../pages/sports-pages.tsx");
  }, name);

/** Matches and prices are for everybody (S-57); a bet is for members. */
const sportsRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.sports,
  validateSearch: sportsSearch,
  loader: ({ context }) => ask(context, treeQuery(shownLanguage())),
  component: page("SportsRoute"),
});

const matchRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.sportsMatch,
  loader: ({ context, params: { eventIdx } }) => ask(context, matchQuery(Number(eventIdx), shownLanguage())),
  component: page("MatchRoute"),
});

const esportRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.esport,
  loader: ({ context }) => ask(context, productsQuery("esport")),
  component: page("EsportRoute"),
});

/** Results by kind of market; an address that the product does not have shows the first. */
const resultsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.sportResults,
  validateSearch: resultSearch,
  component: lazyPage(async () => {
    await addSportsTexts();
    return import("../pages/result-pages.tsx");
  }, "ResultsRoute"),
});

/** The phone's address of the results. */
const allResultsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.results,
  beforeLoad: () => {
    throw redirect({ to: paths.sportResults, params: { view: "winloose" }, replace: true });
  },
});

/** The product's address of a sportsbook: the one that there is, is our own. */
const viewerRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: "/sportsViewer/$vendor/$gameCode",
  beforeLoad: () => {
    throw redirect({ to: paths.sports, replace: true });
  },
});

export const sportsRoutes = {
  open: [sportsRoute, matchRoute],
  member: [viewerRoute, esportRoute, resultsRoute, allResultsRoute],
} as const;
