import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "#shared/lazy.ts";
import { paths } from "#shared/paths.ts";
import { type HistorySearch, historySearch } from "#shared/search.ts";
import { memberRoute } from "./base.tsx";

/** The /winner pages carry their history under a tab. */
function tabSearch(search: Record<string, unknown>): HistorySearch & { tab?: "history" } {
  return search.tab === "history" ? { tab: "history", ...historySearch(search) } : {};
}

const depositRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.deposit,
  validateSearch: tabSearch,
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "DepositRoute"),
});

const withdrawRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.withdraw,
  validateSearch: tabSearch,
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "WithdrawRoute"),
});

const depositsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.deposits,
  validateSearch: historySearch,
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "DepositsRoute"),
});

const withdrawalsRoute = createRoute({
  getParentRoute: () => memberRoute,
  path: paths.withdrawals,
  validateSearch: historySearch,
  component: lazyPage(() => import("../pages/cash-pages.tsx"), "WithdrawalsRoute"),
});

export const cashRoutes = [depositRoute, withdrawRoute, depositsRoute, withdrawalsRoute] as const;
