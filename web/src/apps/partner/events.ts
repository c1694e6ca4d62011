import type { QueryClient } from "@tanstack/react-query";
import { downlineEvents } from "#features/partner-live/events.ts";
import type { Ended } from "#shared/office/office-session.ts";
import { endSession } from "#shared/partner/session.ts";
import type { HubEvent } from "#shared/realtime/event.ts";

/** The reasons that LOGOUT carries and that must be told; a person who logged out in another tab knows it. */
const ends: Record<string, Ended> = {
  U017: { kind: "code", code: "U017" },
  ADMIN: { kind: "expired" },
  IDLE: { kind: "expired" },
  DEVICE: { kind: "expired" },
  BLOCKED: { kind: "expired" },
};

/** Returns the handler for hub events in the partner area: the end of the session here, everything else in partner-live. */
export function partnerEvents(client: QueryClient): (event: HubEvent) => void {
  const below = downlineEvents(client);
  return (event) => {
    below(event);
    if (event.cmd === "LOGOUT") endSession(client, ends[event.data1] ?? null);
    if (event.cmd === "U017") endSession(client, { kind: "code", code: "U017" });
  };
}

/** Something may have been missed: what is shown is asked for again. */
export function resync(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => query.meta?.personal === true });
}
