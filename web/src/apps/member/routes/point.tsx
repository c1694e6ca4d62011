import { createRoute, redirect } from "@tanstack/react-router";
import { convertOpenAtom } from "#features/point/atoms.ts";
import { pointListQuery } from "#features/point/points.ts";
import { historyRequest } from "#shared/days.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { historySearch } from "#shared/search.ts";
import { store } from "#shared/store.ts";
import { ask, memberRoute } from "./base.tsx";

const pointRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.point,
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, pointListQuery(historyRequest(deps))),
  component: lazyPage(() => import("../pages/point-pages.tsx"), "PointRoute"),
});

/** The product's older addresses: the history is on the same page, and the conversion is its popup. */
const historyRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.pointHistory,
  validateSearch: historySearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: paths.point, search, replace: true });
  },
});

const changeRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.pointChange,
  beforeLoad: () => {
    store.set(convertOpenAtom, true);
    throw redirect({ to: paths.point, replace: true });
  },
});

export const pointRoutes = [pointRoute, historyRoute, changeRoute] as const;
