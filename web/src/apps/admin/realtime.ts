import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { openConnection } from "#shared/app/open-connection.ts";
import type { Feed } from "#shared/realtime/feed.ts";
import { sessionIdentity } from "#shared/realtime/session.ts";
import { endSession, renewSession, type StaffSession, sessionKey, useStaff } from "#shared/staff/session.ts";
import { resync, staffEvents } from "./events.ts";

/** Keeps one socket open for who works here: their own topic and the site's queues. */
export function useRealtime(): void {
  const client = useQueryClient();
  const staff = useStaff();
  const topic = staff?.topic;
  const siteId = staff?.admin.siteId;
  const shard = staff?.shard ?? "";

  useEffect(() => {
    if (topic === undefined || siteId === undefined) return;
    const onEvent = staffEvents(client);
    const feeds: Feed[] = [`/topic/${topic}`, `/topic/admin.${siteId}`].map((destination) => ({
      destination,
      onEvent,
      onResync: () => resync(client),
    }));

    const { identity, refused } = sessionIdentity({
      feeds,
      read: () => client.getQueryData<StaffSession | null>(sessionKey),
      renew: () => renewSession(client),
      onEnded: () => endSession(client, { kind: "expired" }),
    });
    return openConnection({
      audience: "admin",
      siteId,
      shard,
      identity,
      showsDown: true,
      // Queues are a feed, not a state: what moved while the line was down is asked for.
      onLive: () => resync(client),
      onRefused: (code) => {
        refused(code);
        if (code === "U017") endSession(client, { kind: "code", code });
      },
    });
  }, [topic, siteId, shard, client]);
}
