import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { paths } from "#shared/paths.ts";
import { pageOf, pageSearch, searchOf, textOf } from "#shared/search.ts";
import { memberRoute, openRoute } from "./base.tsx";

const page = (name: keyof typeof import("../pages/board-pages.tsx")) =>
  lazyRouteComponent(() => import("../pages/board-pages.tsx"), name);

const noticesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.notices,
  validateSearch: pageSearch,
  component: page("NoticesPage"),
});

const eventsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.events,
  validateSearch: pageSearch,
  component: page("EventsPage"),
});

const noticeRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.notice,
  component: page("NoticePage"),
});

const eventRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.event,
  component: page("EventPage"),
});

/** The free board: the page and what titles are looked for. */
const talkSearch = searchOf({ page: pageOf, q: textOf });

const talkRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.board,
  validateSearch: talkSearch,
  component: page("BoardPage"),
});

const talkPostRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.boardPost,
  component: page("BoardPostPage"),
});

const talkNewRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.boardNew,
  component: page("BoardNewPage"),
});

/** Guests have questions, too. */
const faqRoute = createRoute({ getParentRoute: () => openRoute, path: paths.faq, component: page("FaqPage") });

export const boardRoutes = {
  open: [faqRoute],
  member: [noticesRoute, eventsRoute, noticeRoute, eventRoute, talkRoute, talkPostRoute, talkNewRoute],
} as const;
