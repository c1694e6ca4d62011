import { createRoute, redirect } from "@tanstack/react-router";
import { productsQuery } from "#features/game/catalog.ts";
import { pickerSearch } from "#features/game/search.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { searchOf, textOf } from "#shared/search.ts";
import { ask, bareMemberRoute, memberRoute, type RouterContext } from "./base.tsx";

const page = (name: keyof typeof import("../pages/game-pages.tsx")) =>
  lazyPage(() => import("../pages/game-pages.tsx"), name);

const studiosOf =
  (groupCode: string) =>
  ({ context }: { context: RouterContext }) =>
    ask(context, productsQuery(groupCode));

const slotsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.slots,
  validateSearch: pickerSearch,
  loader: studiosOf("slot"),
  component: page("SlotsRoute"),
});

const casinoRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.casino,
  validateSearch: pickerSearch,
  loader: studiosOf("casino"),
  component: page("CasinoRoute"),
});

const virtualRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.virtual,
  validateSearch: pickerSearch,
  loader: studiosOf("virtual"),
  component: page("VirtualRoute"),
});

const fishingRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.fishing,
  validateSearch: pickerSearch,
  loader: studiosOf("fishing"),
  component: page("FishingRoute"),
});

/** One studio's games: the slots with that studio chosen. */
const studioRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.studio,
  beforeLoad: ({ params: { procId } }) => {
    throw redirect({ to: paths.slots, search: { studio: procId }, replace: true });
  },
});

/**
 * The product's address of each studio, and the code under which a site offers it (product.txt, section 3: slot vendors 200 to
 * 234). A studio that the site does not have says so.
 */
const studios = {
  "/member/pragslot": "212",
  "/member/habanero": "213",
  "/member/slot_elle": "214",
  "/member/slot_quick": "215",
  "/member/slot_spade": "216",
  "/member/slot_playandgo": "217",
  "/member/slot_worldmath": "218",
  "/member/slot_microgaming": "219",
  "/member/slot_ylgaming": "220",
} as const;

const studioRoutes = Object.entries(studios).map(([path, studio]) =>
  createRoute({
    getParentRoute: () => memberRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: paths.slots, search: { studio }, replace: true });
    },
  }),
);

/** The frame's search: the game's address. */
const frameSearch = searchOf({ url: textOf });

export const frameRoute = createRoute({
  getParentRoute: () => bareMemberRoute,
  path: paths.game,
  validateSearch: frameSearch,
  component: lazyPage(() => import("../pages/game-frame-page.tsx"), "GameFrameRoute"),
});

export const gameRoutes = [slotsRoute, casinoRoute, virtualRoute, fishingRoute, studioRoute, ...studioRoutes] as const;
