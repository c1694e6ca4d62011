import { createRoute, redirect } from "@tanstack/react-router";
import { devicesQuery, loginsQuery } from "#features/session/account.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { oneOf, pageSearch, searchOf, textOf } from "#shared/search.ts";
import { MainPage } from "../pages/main-page.tsx";
import { ask, bareRoute, guestRoute, memberRoute, openRoute } from "./base.tsx";

/** The referrer of an invite link, and the second step, which going back leaves. */
const signupSearch = searchOf({ ref: textOf, step: oneOf(["person"]) });

const accountRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.account,
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page = 1 } }) => {
    ask(context, devicesQuery);
    ask(context, loginsQuery(page));
  },
  component: lazyPage(() => import("../pages/account-page.tsx"), "AccountRoute"),
});

export const sessionRoutes = {
  open: [
    createRoute({
      getParentRoute: () => openRoute,
      path: paths.home,
      // Not lazy: it is what nearly every visit begins with.
      component: MainPage,
    }),
    // For guests, and for members who forgot the withdrawal password.
    createRoute({
      getParentRoute: () => openRoute,
      path: paths.reset,
      validateSearch: searchOf({ forgotten: oneOf(["password", "pin"]) }),
      component: lazyPage(() => import("../pages/reset-page.tsx"), "ResetRoute"),
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
      component: lazyPage(() => import("../pages/signup-page.tsx"), "SignupRoute"),
    }),
    createRoute({
      getParentRoute: () => guestRoute,
      path: paths.login,
      component: lazyPage(() => import("#features/session/login-page.tsx"), "LoginPage"),
    }),
  ],
  member: [
    accountRoute,
    createRoute({
      getParentRoute: () => memberRoute,
      path: paths.mypage,
      component: lazyPage(() => import("../pages/my-page.tsx"), "MyPage"),
    }),
  ],
  bare: [
    createRoute({
      getParentRoute: () => bareRoute,
      path: paths.warning,
      component: lazyPage(() => import("#features/site/warning-page.tsx"), "WarningPage"),
    }),
    createRoute({
      getParentRoute: () => bareRoute,
      path: paths.preload,
      component: lazyPage(() => import("#features/site/preload-page.tsx"), "PreloadPage"),
    }),
  ],
} as const;
