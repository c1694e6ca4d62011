import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { openRoute } from "./base.tsx";

/** An older version stays readable under its number. */
const versionSearch = (search: Record<string, unknown>): { version?: number } => {
  const version = Number(search.version);
  return Number.isInteger(version) && version > 0 ? { version } : {};
};

export const termsRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.terms,
  validateSearch: versionSearch,
  component: lazyRouteComponent(() => import("../pages/document-pages.tsx"), "TermsRoute"),
});

export const privacyRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.privacy,
  validateSearch: versionSearch,
  component: lazyRouteComponent(() => import("../pages/document-pages.tsx"), "PrivacyRoute"),
});

export const cookiesRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.cookies,
  validateSearch: versionSearch,
  component: lazyRouteComponent(() => import("../pages/document-pages.tsx"), "CookiesRoute"),
});
