import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { RouteError } from "#shared/app/crash-page.tsx";
import {
  bareMemberRoute,
  bareRoute,
  guestRoute,
  memberRoute,
  openRoute,
  rootRoute,
  shellRoute,
} from "./routes/base.tsx";
import { betRoutes } from "./routes/bet.tsx";
import { boardRoutes } from "./routes/board.tsx";
import { cashRoutes } from "./routes/cash.tsx";
import { documentRoutes } from "./routes/document.tsx";
import { frameRoute, gameRoutes } from "./routes/game.tsx";
import { contactRoute, inquiryRoutes } from "./routes/inquiry.tsx";
import { messageRoutes } from "./routes/message.tsx";
import { minigameRoutes, minigameViewerRoute, openMinigameRoutes } from "./routes/minigame.tsx";
import { olderRoutes } from "./routes/older.tsx";
import { partnerRoutes } from "./routes/partner.tsx";
import { pointRoutes } from "./routes/point.tsx";
import { promoRoutes } from "./routes/promo.tsx";
import { protectionRoute } from "./routes/protection.tsx";
import { reportRoutes } from "./routes/report.tsx";
import { sessionRoutes } from "./routes/session.tsx";
import { sportsRoutes } from "./routes/sports.tsx";

/** The table of pages: one file of routes per area, under the parent that says who may come in. */
const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    openRoute.addChildren([
      ...sessionRoutes.open,
      ...boardRoutes.open,
      protectionRoute,
      contactRoute,
      ...documentRoutes,
      ...sportsRoutes.open,
      ...openMinigameRoutes,
    ]),
    guestRoute.addChildren([...sessionRoutes.guest]),
    memberRoute.addChildren([
      ...sessionRoutes.member,
      ...boardRoutes.member,
      ...betRoutes,
      ...cashRoutes,
      ...gameRoutes,
      ...inquiryRoutes,
      ...partnerRoutes,
      ...messageRoutes,
      ...minigameRoutes,
      ...pointRoutes,
      ...promoRoutes,
      ...reportRoutes,
      ...sportsRoutes.member,
    ]),
  ]),
  bareRoute.addChildren([...sessionRoutes.bare]),
  bareMemberRoute.addChildren([frameRoute, minigameViewerRoute]),
  ...olderRoutes,
]);

/** The router of the member site. Tests give a history of their own instead of the browser's. */
export function newRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { queryClient },
    defaultErrorComponent: RouteError,
    defaultPreload: "intent",
    // The cache of server data knows how old its data is.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // A page's code is small; a flash of a spinner would be slower than waiting for it.
    defaultPendingMs: 500,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
