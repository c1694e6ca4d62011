import type { EnsureQueryDataOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, Navigate, redirect } from "@tanstack/react-router";
import { loginOpenAtom, noticeAtom, returnPathAtom } from "#features/session/atoms.ts";
import { sessionQuery } from "#features/session/session.ts";
import { CrashPage } from "#shared/app/crash-page.tsx";
import { paths } from "#shared/paths.ts";
import { store } from "#shared/store.ts";
import { App } from "../app.tsx";
import { Shell } from "../shell/shell.tsx";

export interface RouterContext {
  queryClient: QueryClient;
}

/**
 * Asks for data of a page while its code is on the way, for loaders. The page is not held back: it draws the data when it is
 * there, and says so if it failed.
 */
export function ask<Data, Selected, Key extends QueryKey>(
  { queryClient }: RouterContext,
  query: EnsureQueryDataOptions<Data, Error, Selected, Key>,
): void {
  queryClient.ensureQueryData(query).catch(() => undefined);
}

/** Unknown addresses lead home (D-59). */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: App,
  errorComponent: CrashPage,
  notFoundComponent: () => <Navigate to={paths.home} replace />,
});

/** With header, menus and footer. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: Shell });

/** Pages for everybody: parent of the product's forAll routes that have the default layout. */
export const openRoute = createRoute({ getParentRoute: () => shellRoute, id: "open" });

/** Pages for guests only: a member is led home. */
export const guestRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: "guest",
  beforeLoad: async ({ context }) => {
    if (await context.queryClient.ensureQueryData(sessionQuery)) throw redirect({ to: paths.home });
  },
});

async function membersOnly({
  context,
  location,
  preload,
}: {
  context: RouterContext;
  location: { href: string };
  preload: boolean;
}): Promise<void> {
  if (await context.queryClient.ensureQueryData(sessionQuery)) return;
  // A pointer over a link asks for nothing: only who follows it is led to the login form.
  if (preload) throw redirect({ to: paths.home });
  // A guest is led home, where the login form says why; login then leads to where they were going.
  store.set(returnPathAtom, location.href);
  if (store.get(noticeAtom) === null && !store.get(loginOpenAtom)) store.set(loginOpenAtom, "page");
  throw redirect({ to: paths.home });
}

/** Pages for members with header and menus. */
export const memberRoute = createRoute({ getParentRoute: () => shellRoute, id: "member", beforeLoad: membersOnly });

/** The product's empty layout, for everybody. */
export const bareRoute = createRoute({ getParentRoute: () => rootRoute, id: "bare" });

/** The product's empty layout, for members. */
export const bareMemberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "bare-member",
  beforeLoad: membersOnly,
});
