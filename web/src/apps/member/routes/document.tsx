import { createRoute } from "@tanstack/react-router";
import { documentPaths } from "#shared/documents.ts";
import { lazyPage } from "#shared/lazy.ts";
import { idOf, searchOf } from "#shared/search.ts";
import { openRoute } from "./base.tsx";

/** An older version stays readable under its number. */
const validateSearch = searchOf({ version: idOf });

const newRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => openRoute,
    path,
    validateSearch,
    component: lazyPage(() => import("../pages/document-pages.tsx"), "DocumentRoute"),
  });

export const documentRoutes = [
  newRoute(documentPaths.terms),
  newRoute(documentPaths.privacy),
  newRoute(documentPaths.cookies),
  newRoute(documentPaths.howto),
  newRoute(documentPaths.betting),
  newRoute(documentPaths.games),
  newRoute(documentPaths.rules),
] as const;
