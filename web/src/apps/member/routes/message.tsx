import { createRoute, redirect } from "@tanstack/react-router";
import { messageListQuery } from "#features/message/messages.ts";
import { messageSearch } from "#features/message/search.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { ask, memberRoute } from "./base.tsx";

const messagesRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.messages,
  validateSearch: messageSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { page = 1, size = 10 } }) => ask(context, messageListQuery(page, size)),
  component: lazyPage(() => import("../pages/message-pages.tsx"), "MessagesRoute"),
});

/** The product's older addresses of the same page. */
const olderRoutes = [paths.messageList, paths.messageRead].map((path) =>
  createRoute({
    getParentRoute: () => memberRoute,
    path,
    validateSearch: messageSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: paths.messages, search, replace: true });
    },
  }),
);

export const messageRoutes = [messagesRoute, ...olderRoutes] as const;
