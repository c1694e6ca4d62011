import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { pickerSearch } from "#features/game/search.ts";
import { paths } from "#shared/paths.ts";
import { memberRoute } from "./base.tsx";

const slotsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.slots,
  validateSearch: pickerSearch,
  component: lazyRouteComponent(() => import("../pages/game-pages.tsx"), "SlotsRoute"),
});

const studioRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.studio,
  validateSearch: pickerSearch,
  component: lazyRouteComponent(() => import("../pages/game-pages.tsx"), "StudioRoute"),
});

export const gameRoutes = [slotsRoute, studioRoute] as const;
