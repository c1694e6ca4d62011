import type { Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { staffPaths } from "#shared/staff/paths.ts";
import { queued } from "#shared/staff/status.ts";
import type { IconName } from "#shared/ui/icon.tsx";

/** The groups of the navigation, from top to bottom. */
export const groups = ["requests", "members", "money", "sports", "site", "team"] as const;

type Text =
  | "approvals"
  | "audit"
  | "blocks"
  | "commissions"
  | "content"
  | "depositAccounts"
  | "details"
  | "inquiries"
  | "levels"
  | "live"
  | "matches"
  | "members"
  | "minigame"
  | "notices"
  | "offer"
  | "online"
  | "parked"
  | "partners"
  | "patterns"
  | "promos"
  | "requests"
  | "resets"
  | "settings"
  | "sportsOffer"
  | "staff"
  | "switches"
  | "today";

interface StaffPage {
  to: string;
  text: `nav.${Text}`;
  icon: IconName;
  group: (typeof groups)[number];
  /** The rights of which the page needs one; without them every member of staff may open it. */
  right?: readonly Right[];
  /** How many wait there for staff with these rights. */
  badge?(status: Res<"/api/admin/site/status">, rights: readonly Right[]): number;
}

/** The pages of the back office in the order of the navigation. */
const pages: readonly StaffPage[] = [
  { to: staffPaths.today, text: "nav.today", icon: "chart", group: "requests" },
  { to: staffPaths.home, text: "nav.live", icon: "bell", group: "requests", badge: queued },
  {
    to: staffPaths.approvals,
    text: "nav.approvals",
    icon: "check",
    group: "requests",
    badge: (status) => status.pendingApprovals,
  },
  {
    to: staffPaths.resets,
    text: "nav.resets",
    icon: "question",
    group: "requests",
    right: ["reset"],
    badge: (status) => status.pendingResets,
  },
  {
    to: staffPaths.details,
    text: "nav.details",
    icon: "edit",
    group: "requests",
    right: ["reset"],
    badge: (status) => status.pendingDetails,
  },
  { to: staffPaths.inquiries, text: "nav.inquiries", icon: "talk", group: "requests", right: ["inquiry"] },
  { to: staffPaths.members, text: "nav.members", icon: "people", group: "members", right: ["member"] },
  { to: staffPaths.online, text: "nav.online", icon: "device", group: "members", right: ["member"] },
  { to: staffPaths.partners, text: "nav.partners", icon: "people", group: "members", right: ["partners"] },
  { to: staffPaths.blocks, text: "nav.blocks", icon: "block", group: "members", right: ["block"] },
  { to: staffPaths.requests, text: "nav.requests", icon: "history", group: "money", right: ["cash"] },
  { to: staffPaths.commissions, text: "nav.commissions", icon: "chart", group: "money", right: ["cash"] },
  { to: staffPaths.promos, text: "nav.promos", icon: "gift", group: "money", right: ["gift", "promo"] },
  { to: staffPaths.depositAccounts, text: "nav.depositAccounts", icon: "wallet", group: "money", right: ["account"] },
  { to: staffPaths.sports, text: "nav.matches", icon: "ball", group: "sports", right: ["sports"] },
  { to: staffPaths.parked, text: "nav.parked", icon: "warning", group: "sports", right: ["sports"] },
  { to: staffPaths.patterns, text: "nav.patterns", icon: "eye", group: "sports", right: ["sports"] },
  { to: staffPaths.sportsOffer, text: "nav.sportsOffer", icon: "edit", group: "sports", right: ["sports"] },
  { to: staffPaths.minigame, text: "nav.minigame", icon: "dice", group: "sports", right: ["sports"] },
  { to: staffPaths.content, text: "nav.content", icon: "page", group: "site", right: ["content"] },
  { to: staffPaths.settings, text: "nav.settings", icon: "settings", group: "site", right: ["settings"] },
  { to: staffPaths.levels, text: "nav.levels", icon: "people", group: "site", right: ["settings"] },
  { to: staffPaths.offer, text: "nav.offer", icon: "slots", group: "site", right: ["offer"] },
  { to: staffPaths.switches, text: "nav.switches", icon: "pause", group: "site", right: ["maintenance"] },
  { to: staffPaths.staff, text: "nav.staff", icon: "lock", group: "team", right: ["staff"] },
  {
    to: staffPaths.notices,
    text: "nav.notices",
    icon: "bell",
    group: "team",
    right: ["staff"],
    badge: (status) => status.unseenNotices,
  },
  { to: staffPaths.audit, text: "nav.audit", icon: "history", group: "team", right: ["audit"] },
];

/** The pages that staff with these rights may open. */
export function pagesFor(rights: readonly Right[]): StaffPage[] {
  return pages.filter(({ right }) => !right || right.some((one) => rights.includes(one)));
}
