import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { openRoute } from "./base.tsx";

/** For guests too: what to know must be reachable from every page (S-45). */
export const protectionRoute = createRoute({
  getParentRoute: () => openRoute,
  path: paths.protection,
  component: lazyPage(() => import("../pages/protection-pages.tsx"), "ProtectionRoute"),
});
