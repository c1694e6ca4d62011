import type { QueryClient } from "@tanstack/react-query";
import { approvalsKey } from "#features/staff-approvals/approvals.ts";
import { inquiriesKey } from "#features/staff-inquiries/inquiries.ts";
import { isKind, queueKey } from "#features/staff-live/queues.ts";
import { settingsKey } from "#features/staff-settings/settings.ts";
import { switchesKey } from "#features/staff-site/switches.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { siteQuery } from "#shared/site.ts";
import { membersKey } from "#shared/staff/members.ts";
import { type Ended, endSession } from "#shared/staff/session.ts";
import { statusKey } from "#shared/staff/status.ts";

/** The reasons that LOGOUT carries and that must be told; who logged out in another tab knows it. */
const ends: Record<string, Ended> = {
  U017: { kind: "code", code: "U017" },
  ADMIN: { kind: "expired" },
  IDLE: { kind: "expired" },
};

/** Returns the handler for hub events in the back office: it refetches the queue that changed, and no other queue. */
export function staffEvents(client: QueryClient): (event: HubEvent) => void {
  return (event) => {
    switch (event.cmd) {
      case "QUEUE":
        if (event.data1 === "inquiry") {
          void client.invalidateQueries({ queryKey: inquiriesKey });
          return;
        }
        if (event.data1 === "approval") {
          void client.invalidateQueries({ queryKey: approvalsKey });
          void client.invalidateQueries({ queryKey: statusKey });
          return;
        }
        if (event.data1 === "settings") {
          void client.invalidateQueries({ queryKey: settingsKey });
          void client.invalidateQueries({ queryKey: siteQuery.queryKey });
          return;
        }
        if (event.data1 === "inspect") {
          void client.invalidateQueries({ queryKey: switchesKey });
          void client.invalidateQueries({ queryKey: statusKey });
          return;
        }
        if (isKind(event.data1)) void client.invalidateQueries({ queryKey: queueKey(event.data1) });
        void client.invalidateQueries({ queryKey: membersKey });
        void client.invalidateQueries({ queryKey: statusKey });
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
