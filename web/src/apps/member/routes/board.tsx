import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { memberRoute } from "./base.tsx";

const boardList = lazyRouteComponent(() => import("../pages/board-pages.tsx"), "NoticesPage");
const eventList = lazyRouteComponent(() => import("../pages/board-pages.tsx"), "EventsPage");

function pageNumber(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

export const noticesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.notices,
  validateSearch: pageNumber,
  component: boardList,
});

export const eventsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.events,
  validateSearch: pageNumber,
  component: eventList,
});

export const noticeRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.notice,
  component: lazyRouteComponent(() => import("../pages/board-pages.tsx"), "NoticePage"),
});

export const eventRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.event,
  component: lazyRouteComponent(() => import("../pages/board-pages.tsx"), "EventPage"),
});

export const boardRoutes = [noticesRoute, eventsRoute, noticeRoute, eventRoute] as const;
