import { createRoute, redirect } from "@tanstack/react-router";
import { betRequest, betsQuery } from "#features/bet/bets.ts";
import { betSearch } from "#features/bet/search.ts";
import { shownLanguage } from "#shared/i18n/i18n.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { ask, memberRoute } from "./base.tsx";

const betsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.bets,
  validateSearch: betSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, betsQuery(betRequest(deps), shownLanguage())),
  component: lazyPage(async () => {
    await addSportsTexts();
    return import("../pages/bet-pages.tsx");
  }, "BetsRoute"),
});

/** The product's older address of the same page. */
const historyRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.betHistory,
  validateSearch: betSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: paths.bets, search, replace: true });
  },
});

export const betRoutes = [betsRoute, historyRoute] as const;
