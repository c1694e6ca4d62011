import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { oneOf, pageSearch, searchOf, textOf } from "#shared/search.ts";
import { MainPage } from "../pages/main-page.tsx";
import { bareRoute, guestRoute, memberRoute, openRoute } from "./base.tsx";

/** The referrer of an invite link, and the second step, which going back leaves. */
const signupSearch = searchOf({ ref: textOf, step: oneOf(["person"]) });

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
      validateSearch: signupSearch,
      // A reload empties the form, so it begins with the first step.
      beforeLoad: ({ cause, search: { step, ...search } }) => {
        if (cause === "enter" && step) throw redirect({ to: paths.signup, search, replace: true });
      },
      component: lazyRouteComponent(() => import("../pages/signup-page.tsx"), "SignupRoute"),
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
