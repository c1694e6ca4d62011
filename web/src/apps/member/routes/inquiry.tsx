import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { pageSearch } from "#shared/page-search.ts";
import { paths } from "#shared/paths.ts";
import { memberRoute } from "./base.tsx";

export const inquiriesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.inquiries,
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import("../pages/inquiry-pages.tsx"), "InquiriesRoute"),
});

export const inquiryRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.inquiry,
  component: lazyRouteComponent(() => import("../pages/inquiry-pages.tsx"), "InquiryRoute"),
});

const inquiryNewRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.inquiryNew,
  component: lazyRouteComponent(() => import("../pages/inquiry-pages.tsx"), "InquiryNewRoute"),
});

export const inquiryRoutes = [inquiriesRoute, inquiryRoute, inquiryNewRoute] as const;
