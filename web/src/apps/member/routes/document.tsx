import { createRoute } from "@tanstack/react-router";
import { documentQuery } from "#features/document/document.ts";
import { type DocumentKind, documentPaths } from "#shared/documents.ts";
import { shownLanguage } from "#shared/i18n/i18n.ts";
import { lazyPage } from "#shared/lazy.ts";
import { idOf, searchOf } from "#shared/search.ts";
import { ask, openRoute } from "./base.tsx";

/** An older version stays readable under its number. */
const validateSearch = searchOf({ version: idOf });

const newRoute = <Kind extends DocumentKind>(kind: Kind) =>
  createRoute({
    getParentRoute: () => openRoute,
    path: documentPaths[kind],
    validateSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps: { version = 0 } }) => ask(context, documentQuery(kind, version, shownLanguage())),
    component: lazyPage(() => import("../pages/document-pages.tsx"), "DocumentRoute"),
  });

export const documentRoutes = [
  newRoute("terms"),
  newRoute("privacy"),
  newRoute("cookies"),
  newRoute("howto"),
  newRoute("betting"),
  newRoute("games"),
  newRoute("rules"),
] as const;
