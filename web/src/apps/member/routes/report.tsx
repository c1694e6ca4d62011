import { createRoute } from "@tanstack/react-router";
import { statementQuery } from "#features/report/report.ts";
import { reportSearch } from "#features/report/search.ts";
import { historyRequest } from "#shared/days.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { historySearch } from "#shared/search.ts";
import { ask, memberRoute } from "./base.tsx";

const winLoseRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.winlose,
  validateSearch: reportSearch,
  component: lazyPage(() => import("../pages/report-pages.tsx"), "WinLoseRoute"),
});

const statementRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.statement,
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, statementQuery(historyRequest(deps))),
  component: lazyPage(() => import("../pages/report-pages.tsx"), "StatementRoute"),
});

const distributorRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.distributor,
  component: lazyPage(() => import("../pages/report-pages.tsx"), "DistributorRoute"),
});

export const reportRoutes = [winLoseRoute, statementRoute, distributorRoute] as const;
