import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { isKind, queueKey } from "#features/staff-live/queues.ts";
import type { Ended } from "#shared/office/office-session.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { siteQuery } from "#shared/site.ts";
import {
  approvalsKey,
  depositAccountsKey,
  detailsKey,
  inquiriesKey,
  noticesKey,
  offersKey,
  promoSettingsKey,
  resetsKey,
  scheduleKey,
  settingsKey,
  switchesKey,
} from "#shared/staff/keys.ts";
import { membersKey } from "#shared/staff/members.ts";
import { endSession } from "#shared/staff/session.ts";
import { statusKey } from "#shared/staff/status.ts";

/** The reasons that LOGOUT carries and that must be told; who logged out in another tab knows it. */
const ends: Record<string, Ended> = {
  U017: { kind: "code", code: "U017" },
  ADMIN: { kind: "expired" },
  IDLE: { kind: "expired" },
};

/** The data that a change of each kind of queue makes stale; the other kinds belong to requests of members. */
const shown: Record<string, readonly QueryKey[]> = {
  inquiry: [inquiriesKey],
  approval: [approvalsKey, promoSettingsKey, statusKey],
  account: [depositAccountsKey],
  notice: [noticesKey, statusKey],
  settings: [settingsKey, siteQuery.queryKey],
  reset: [resetsKey, statusKey],
  details: [detailsKey, statusKey],
  inspect: [switchesKey, scheduleKey, offersKey, statusKey],
};

function staleBy(kind: string): readonly QueryKey[] {
  return shown[kind] ?? [...(isKind(kind) ? [queueKey(kind)] : []), membersKey, statusKey];
}

/** Returns the handler for hub events in the back office: it refetches the queue that changed, and no other queue. */
export function staffEvents(client: QueryClient): (event: HubEvent) => void {
  return (event) => {
    switch (event.cmd) {
      case "QUEUE":
        for (const queryKey of staleBy(event.data1)) void client.invalidateQueries({ queryKey });
        return;
      case "LOGOUT":
        endSession(client, ends[event.data1] ?? null);
        return;
      case "U017":
        endSession(client, { kind: "code", code: "U017" });
        return;
      default:
    }
  };
}

/** Something may have been missed: what is shown is asked for again. */
export function resync(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => query.meta?.personal === true });
}
