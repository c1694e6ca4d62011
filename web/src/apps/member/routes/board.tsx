import { createRoute } from "@tanstack/react-router";
import { faqQuery, postsQuery } from "#features/board/board.ts";
import { faqSearch, postSearch } from "#features/board/search.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { ask, memberRoute, openRoute } from "./base.tsx";

const page = (name: keyof typeof import("../pages/board-pages.tsx")) =>
  lazyPage(() => import("../pages/board-pages.tsx"), name);

const noticesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.notices,
  validateSearch: postSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, postsQuery("notice", deps)),
  component: page("NoticesPage"),
});

const eventsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.events,
  validateSearch: postSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, postsQuery("event", deps)),
  component: page("EventsPage"),
});

// No loader: the site counts who read a post, and a pointer over its link has not.
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
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, postsQuery("board", deps)),
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
const faqRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.faq,
  validateSearch: faqSearch,
  loader: ({ context }) => ask(context, faqQuery),
  component: page("FaqPage"),
});

export const boardRoutes = {
  open: [faqRoute],
  member: [noticesRoute, eventsRoute, noticeRoute, eventRoute, talkRoute, talkPostRoute, talkNewRoute],
} as const;
