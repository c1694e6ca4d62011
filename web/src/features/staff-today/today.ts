import { queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { staffPaths } from "#shared/staff/paths.ts";

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
  in: `${staffPaths.home}?queue=in`,
  out: `${staffPaths.home}?queue=out`,
  pt: `${staffPaths.home}?queue=pt`,
  signup: `${staffPaths.home}?queue=signup`,
  inquiry: staffPaths.inquiries,
  reset: staffPaths.resets,
  approval: staffPaths.approvals,
};

export type Desk = keyof typeof desks;

export const deskOf = (desk: Desk): string => desks[desk];

/** The kinds that this page knows: one that a newer server names is left out. */
export const isDesk = (kind: string): kind is Desk => Object.hasOwn(desks, kind);

/** Where each step of a new site is done, and the right that it needs. */
const startSteps = {
  staff: [staffPaths.staff, "staff"],
  account: [staffPaths.depositAccounts, "account"],
  provider: [staffPaths.offer, "catalogue"],
  games: [`${staffPaths.offer}?part=games`, "catalogue"],
  documents: [`${staffPaths.content}?part=documents`, "content"],
  levels: [staffPaths.levels, "settings"],
  partner: [staffPaths.members, "standing"],
} as const satisfies Record<string, readonly [string, Right]>;

export type StartStep = keyof typeof startSteps;

export const linkOfStep = (step: StartStep): string => startSteps[step][0];
export const rightOfStep = (step: StartStep): Right => startSteps[step][1];

/** The steps that this page knows: one that a newer server names is left out. */
export const isStartStep = (step: string): step is StartStep => Object.hasOwn(startSteps, step);

/** A wait that a member notices; a deposit is usually decided in minutes. */
const LONG_MS = 30 * 60_000;

export const waitsLong = (oldest: string, now: number): boolean => now - Date.parse(oldest) > LONG_MS;
