import type { QueryClient } from "@tanstack/react-query";
import type { HubEvent } from "#shared/realtime/event.ts";
import { inquiriesKey } from "./inquiries/inquiries.ts";
import { isKind, queueKey } from "./live/queues.ts";
import { membersKey } from "./members/members.ts";
import { type Ended, endSession } from "./session/session.ts";
import { statusKey } from "./site/status.ts";
import { switchesKey } from "./site/switches.ts";

/** The reasons that LOGOUT carries and that must be told; who logged out in another tab knows it. */
const ends: Record<string, Ended> = {
  U017: { kind: "code", code: "U017" },
  ADMIN: { kind: "expired" },
  IDLE: { kind: "expired" },
};

/** What the hub's events do on a page of the back office: the queue that moved is asked for again, and no other queue. */
export function staffEvents(client: QueryClient): (event: HubEvent) => void {
  return (event) => {
    switch (event.cmd) {
      case "QUEUE":
        if (event.data1 === "inquiry") {
          void client.invalidateQueries({ queryKey: inquiriesKey });
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
