import { createRoute, redirect } from "@tanstack/react-router";
import { betSearch } from "#features/bet/search.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { memberRoute } from "./base.tsx";

const betsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.bets,
  validateSearch: betSearch,
  component: lazyPage(() => import("../pages/bet-pages.tsx"), "BetsRoute"),
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
