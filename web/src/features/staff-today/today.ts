import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { paths } from "#shared/paths.ts";

const EVERY_MS = 15_000;

/** The day until now; read again while the page is open. */
export const todayQuery = queryOptions({
  queryKey: ["today"],
  queryFn: ({ signal }) => api.call("/api/admin/today", {}, { signal }),
  refetchInterval: EVERY_MS,
  meta: { personal: true },
});

type Today = Res<"/api/admin/today">;
export type Start = NonNullable<Today["start"]>;
export type Figures = NonNullable<Today["figures"]>;
export type Waiting = Today["waiting"][number];

/** Where requests of a kind are decided. */
const desks = {
  in: `${paths.admin}?queue=in`,
  out: `${paths.admin}?queue=out`,
  signup: `${paths.admin}?queue=signup`,
  inquiry: paths.adminInquiries,
  reset: paths.adminResets,
  approval: paths.adminApprovals,
};

export type Desk = keyof typeof desks;

export const deskOf = (desk: Desk): string => desks[desk];

/** The kinds that this page knows: one that a newer server names is left out. */
export const isDesk = (kind: string): kind is Desk => Object.hasOwn(desks, kind);

/** Where each step of a new site is done, and the right that it needs. */
const startSteps = {
  staff: [paths.adminStaff, "staff"],
  account: [paths.adminDepositAccounts, "account"],
  provider: [paths.adminOffer, "catalogue"],
  games: [`${paths.adminOffer}?part=games`, "catalogue"],
  documents: [`${paths.adminContent}?part=documents`, "content"],
  levels: [paths.adminLevels, "settings"],
  partner: [paths.adminMembers, "standing"],
} as const satisfies Record<string, readonly [string, Right]>;

export type StartStep = keyof typeof startSteps;

export const linkOfStep = (step: StartStep): string => startSteps[step][0];
export const rightOfStep = (step: StartStep): Right => startSteps[step][1];

/** The steps that this page knows: one that a newer server names is left out. */
export const isStartStep = (step: string): step is StartStep => Object.hasOwn(startSteps, step);

/** A wait that a member notices; a deposit is usually decided in minutes. */
const LONG_MS = 30 * 60_000;

export const waitsLong = (oldest: string, now: number): boolean => now - Date.parse(oldest) > LONG_MS;
