import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
import { loadRest } from "./i18n/i18n.ts";

/** Loads a module together with the texts that the first page does not have, so that it never shows a key. */
async function withTexts<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), loadRest()]);
  return loaded;
}

/** Returns the page of a route, which is loaded when it is opened or about to be. */
export function lazyPage<Name extends string>(load: () => Promise<Record<NoInfer<Name>, ComponentType>>, name: Name) {
  return lazyRouteComponent(() => withTexts(load), name);
}

/** Returns a part of a page that is loaded when it is first drawn, for Suspense around it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await withTexts(load) }));
}
