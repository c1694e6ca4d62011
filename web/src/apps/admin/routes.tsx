import { createRootRoute, createRoute, createRouter, type RouterHistory, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { CrashPage, RouteError } from "#shared/app/crash-page.tsx";
import { addAccountsTexts } from "#shared/i18n/accounts-texts.ts";
import { addAuditTexts } from "#shared/i18n/audit-texts.ts";
import { addCommissionsTexts } from "#shared/i18n/commissions-texts.ts";
import { addCorrectionsTexts } from "#shared/i18n/corrections-texts.ts";
import { addDetailsTexts } from "#shared/i18n/details-texts.ts";
import { addNoticesTexts } from "#shared/i18n/notices-texts.ts";
import { addOfferTexts } from "#shared/i18n/offer-texts.ts";
import { addPartnersTexts } from "#shared/i18n/partners-texts.ts";
import { addPersonTexts } from "#shared/i18n/person-texts.ts";
import { addRequestsTexts } from "#shared/i18n/requests-texts.ts";
import { addScheduleTexts } from "#shared/i18n/schedule-texts.ts";
import { addSettingsTexts } from "#shared/i18n/settings-texts.ts";
import { addSportsTexts } from "#shared/i18n/sports-texts.ts";
import { addTodayTexts } from "#shared/i18n/today-texts.ts";
import { lazyPage } from "#shared/lazy.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { Shell } from "./shell/shell.tsx";
import { tradingPages } from "./trading-pages.ts";

/** Unknown addresses lead to the queues. */
function Unknown() {
  const router = useRouter();
  useEffect(() => void router.navigate({ href: staffPaths.home, replace: true }), [router]);
  return null;
}

/**
 * The back office's pages. Its router is not the registered one (that is the member site's, and there is one in a program's
 * types), so pages read their search by useSearch of shared/.
 */
const rootRoute = createRootRoute({
  component: Shell,
  errorComponent: CrashPage,
  notFoundComponent: Unknown,
});

const pages = [
  { path: staffPaths.home, component: lazyPage(() => import("./live-route.tsx"), "LiveRoute") },
  {
    path: staffPaths.today,
    component: lazyPage(async () => {
      await addTodayTexts();
      return import("#features/staff-today/today-page.tsx");
    }, "TodayPage"),
  },
  {
    path: staffPaths.members,
    component: lazyPage(() => import("#features/staff-members/members-page.tsx"), "MembersPage"),
  },
  {
    path: staffPaths.member,
    component: lazyPage(async () => {
      await Promise.all([addPersonTexts(), addAuditTexts(), addDetailsTexts(), addCorrectionsTexts()]);
      return import("#features/staff-members/member-page.tsx");
    }, "MemberPage"),
  },
  {
    path: staffPaths.requests,
    component: lazyPage(async () => {
      await addRequestsTexts();
      return import("#features/staff-requests/requests-page.tsx");
    }, "RequestsPage"),
  },
  {
    path: staffPaths.inquiries,
    component: lazyPage(() => import("#features/staff-inquiries/inquiries-page.tsx"), "InquiriesPage"),
  },
  {
    path: staffPaths.online,
    component: lazyPage(() => import("#features/staff-online/online-page.tsx"), "OnlinePage"),
  },
  {
    path: staffPaths.blocks,
    component: lazyPage(() => import("#features/staff-blocks/blocks-page.tsx"), "BlocksPage"),
  },
  {
    path: staffPaths.promos,
    component: lazyPage(() => import("#features/staff-promos/promos-page.tsx"), "PromosPage"),
  },
  {
    path: staffPaths.settings,
    component: lazyPage(async () => {
      await addSettingsTexts();
      return import("#features/staff-settings/settings-page.tsx");
    }, "SettingsPage"),
  },
  {
    path: staffPaths.levels,
    component: lazyPage(async () => {
      await addSettingsTexts();
      return import("#features/staff-settings/levels-page.tsx");
    }, "LevelsPage"),
  },
  {
    path: staffPaths.depositAccounts,
    component: lazyPage(async () => {
      await addAccountsTexts();
      return import("#features/staff-deposit-accounts/deposit-accounts-page.tsx");
    }, "DepositAccountsPage"),
  },
  {
    path: staffPaths.partners,
    component: lazyPage(async () => {
      await addPartnersTexts();
      return import("#features/staff-partners/partners-page.tsx");
    }, "PartnersPage"),
  },
  {
    path: staffPaths.commissions,
    component: lazyPage(async () => {
      await addCommissionsTexts();
      return import("#features/staff-commissions/commissions-page.tsx");
    }, "CommissionsPage"),
  },
  {
    path: staffPaths.offer,
    component: lazyPage(async () => {
      await addOfferTexts();
      return import("#features/staff-offer/offer-page.tsx");
    }, "OfferPage"),
  },
  ...tradingPages,
  {
    path: staffPaths.switches,
    component: lazyPage(async () => {
      await addScheduleTexts();
      return import("#features/staff-site/switches-page.tsx");
    }, "SwitchesPage"),
  },
  {
    path: staffPaths.staff,
    component: lazyPage(() => import("#features/staff-accounts/accounts-page.tsx"), "AccountsPage"),
  },
  {
    path: staffPaths.approvals,
    component: lazyPage(async () => {
      await Promise.all([addSportsTexts(), addAuditTexts()]);
      return import("#features/staff-approvals/approvals-page.tsx");
    }, "ApprovalsPage"),
  },
  {
    path: staffPaths.audit,
    component: lazyPage(async () => {
      await addAuditTexts();
      return import("#features/staff-audit/audit-page.tsx");
    }, "AuditPage"),
  },
  {
    path: staffPaths.resets,
    component: lazyPage(() => import("#features/staff-resets/resets-page.tsx"), "ResetsPage"),
  },
  {
    path: staffPaths.details,
    component: lazyPage(async () => {
      await addDetailsTexts();
      return import("#features/staff-details/details-page.tsx");
    }, "StaffDetailsPage"),
  },
  {
    path: staffPaths.notices,
    component: lazyPage(async () => {
      await addNoticesTexts();
      return import("#features/staff-notices/notices-page.tsx");
    }, "NoticesPage"),
  },
  {
    path: staffPaths.content,
    component: lazyPage(() => import("#features/staff-content/content-page.tsx"), "ContentPage"),
  },
] as const;

const routeTree = rootRoute.addChildren(pages.map((page) => createRoute({ getParentRoute: () => rootRoute, ...page })));

/** The router of the back office. Tests give a history of their own instead of the browser's. */
export function newRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultErrorComponent: RouteError,
    defaultPendingMs: 500,
  });
}
