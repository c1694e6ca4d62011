import { createRoute } from "@tanstack/react-router";
import { attendanceQuery, couponsQuery, giftsQuery, wheelQuery } from "#features/promo/promo.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { oneOf, pageOf, pageSearch, searchOf } from "#shared/search.ts";
import { ask, memberRoute } from "./base.tsx";

const couponsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.coupons,
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page = 1 } }) => ask(context, couponsQuery("", page)),
  component: lazyPage(() => import("../pages/promo-pages.tsx"), "CouponsRoute"),
});

const giftSearch = searchOf({ part: oneOf(["sent"]), page: pageOf });
const giftsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.gifts,
  validateSearch: giftSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page = 1, part } }) => ask(context, giftsQuery(page, part === "sent")),
  component: lazyPage(() => import("../pages/promo-pages.tsx"), "GiftsRoute"),
});

const attendanceRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.attendance,
  validateSearch: (search: Record<string, unknown>): { month?: string } =>
    typeof search.month === "string" && /^20\d\d-(0[1-9]|1[0-2])$/.test(search.month) ? { month: search.month } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { month } }) => ask(context, attendanceQuery(month)),
  component: lazyPage(() => import("../pages/promo-pages.tsx"), "AttendanceRoute"),
});

const wheelRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.wheel,
  validateSearch: pageSearch,
  loader: ({ context }) => ask(context, wheelQuery),
  component: lazyPage(() => import("../pages/promo-pages.tsx"), "WheelRoute"),
});

export const promoRoutes = [couponsRoute, giftsRoute, attendanceRoute, wheelRoute] as const;
