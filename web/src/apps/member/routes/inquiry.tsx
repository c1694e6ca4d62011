import { createRoute, redirect } from "@tanstack/react-router";
import { inquiriesQuery } from "#features/inquiry/inquiries.ts";
import { sessionQuery } from "#features/session/session.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { pageSearch } from "#shared/search.ts";
import { ask, memberRoute, openRoute } from "./base.tsx";

const inquiriesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.inquiries,
  validateSearch: pageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page = 1 } }) => ask(context, inquiriesQuery(page)),
  component: lazyPage(() => import("../pages/inquiry-pages.tsx"), "InquiriesRoute"),
});

const inquiryRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.inquiry,
  component: lazyPage(() => import("../pages/inquiry-pages.tsx"), "InquiryRoute"),
});

const inquiryNewRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.inquiryNew,
  component: lazyPage(() => import("../pages/inquiry-pages.tsx"), "InquiryNewRoute"),
});

/** Where a guest comes from; the form begins with it. */
const topicSearch = (search: Record<string, unknown>): { about?: "login" | "signup" } =>
  search.about === "login" || search.about === "signup" ? { about: search.about } : {};

/** For people who cannot log in. A member is led to the inquiries, which belong to the account. */
export const contactRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.contact,
  validateSearch: topicSearch,
  beforeLoad: async ({ context }) => {
    if (await context.queryClient.ensureQueryData(sessionQuery)) throw redirect({ to: paths.inquiries });
  },
  component: lazyPage(() => import("../pages/contact-page.tsx"), "ContactRoute"),
});

export const inquiryRoutes = [inquiriesRoute, inquiryRoute, inquiryNewRoute] as const;
