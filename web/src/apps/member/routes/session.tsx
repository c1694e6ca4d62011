import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { pageSearch } from "#shared/search.ts";
import { MainPage } from "../pages/main-page.tsx";
import { bareRoute, guestRoute, memberRoute, openRoute } from "./base.tsx";

const accountRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.account,
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import("../pages/account-page.tsx"), "AccountRoute"),
});

export const sessionRoutes = {
  open: [
    createRoute({
      getParentRoute: () => openRoute,
      path: paths.home,
      // Not lazy: it is what nearly every visit begins with.
      component: MainPage,
    }),
  ],
  guest: [
    createRoute({
      getParentRoute: () => guestRoute,
      path: paths.signup,
      component: lazyRouteComponent(() => import("#features/session/signup-page.tsx"), "SignupPage"),
    }),
    createRoute({
      getParentRoute: () => guestRoute,
      path: paths.login,
      component: lazyRouteComponent(() => import("#features/session/login-page.tsx"), "LoginPage"),
    }),
  ],
  member: [
    accountRoute,
    createRoute({
      getParentRoute: () => memberRoute,
      path: paths.mypage,
      component: lazyRouteComponent(() => import("../pages/my-page.tsx"), "MyPage"),
    }),
  ],
  bare: [
    createRoute({
      getParentRoute: () => bareRoute,
      path: paths.warning,
      component: lazyRouteComponent(() => import("#features/site/warning-page.tsx"), "WarningPage"),
    }),
    createRoute({
      getParentRoute: () => bareRoute,
      path: paths.preload,
      component: lazyRouteComponent(() => import("#features/site/preload-page.tsx"), "PreloadPage"),
    }),
  ],
} as const;
