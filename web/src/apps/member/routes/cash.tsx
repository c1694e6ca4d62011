import { createRoute } from "@tanstack/react-router";
import { cashListQuery, rollingQuery } from "#features/cash/cash.ts";
import { bonusQuery } from "#features/promo/promo.ts";
import { protectionQuery } from "#features/protection/protection.ts";
import { historyRequest } from "#shared/days.ts";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { type HistorySearch, historySearch } from "#shared/search.ts";
import { ask, memberRoute } from "./base.tsx";

/** The /winner pages carry their history under a tab. */
function tabSearch(search: Record<string, unknown>): HistorySearch & { tab?: "history" } {
  return search.tab === "history" ? { tab: "history", ...historySearch(search) } : {};
}

const depositRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.deposit,
  validateSearch: tabSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab, ...search } }) => {
    if (tab === "history") return ask(context, cashListQuery("in", historyRequest(search)));
    ask(context, cashListQuery("in"));
    ask(context, bonusQuery);
    ask(context, protectionQuery);
  },
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "DepositRoute"),
});

const withdrawRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.withdraw,
  validateSearch: tabSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab, ...search } }) => {
    if (tab === "history") return ask(context, cashListQuery("out", historyRequest(search)));
    ask(context, cashListQuery("out"));
    ask(context, rollingQuery);
  },
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "WithdrawRoute"),
});

const depositsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.deposits,
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, cashListQuery("in", historyRequest(deps))),
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "DepositsRoute"),
});

const withdrawalsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.withdrawals,
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => ask(context, cashListQuery("out", historyRequest(deps))),
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "WithdrawalsRoute"),
});

export const cashRoutes = [depositRoute, withdrawRoute, depositsRoute, withdrawalsRoute] as const;
