import { createRootRoute, createRoute, createRouter, type RouterHistory, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { CrashPage, RouteError } from "#shared/app/crash-page.tsx";
import { partnerPaths } from "#shared/partner/paths.ts";
import { pages } from "./pages.ts";
import { Shell } from "./shell/shell.tsx";

/** Unknown addresses lead home. */
function Unknown() {
  const router = useRouter();
  useEffect(() => void router.navigate({ href: partnerPaths.home, replace: true }), [router]);
  return null;
}

/** Not the registered router (that is the member site's), so pages read their search by useSearch of shared/. */
const rootRoute = createRootRoute({ component: Shell, errorComponent: CrashPage, notFoundComponent: Unknown });

const routeTree = rootRoute.addChildren(
  pages.map(({ path, component }) => createRoute({ getParentRoute: () => rootRoute, path, component })),
);

/** The router of the partner area. Tests give a history of their own instead of the browser's. */
export function newRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultErrorComponent: RouteError,
    defaultPendingMs: 500,
  });
}
