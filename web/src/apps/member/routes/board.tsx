import { createRoute } from "@tanstack/react-router";
import { postSearch } from "#features/board/search.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { memberRoute, openRoute } from "./base.tsx";

const page = (name: keyof typeof import("../pages/board-pages.tsx")) =>
  lazyPage(() => import("../pages/board-pages.tsx"), name);

const noticesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.notices,
  validateSearch: postSearch,
  component: page("NoticesPage"),
});

const eventsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.events,
  validateSearch: postSearch,
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

const talkRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.board,
  validateSearch: postSearch,
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
