import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { hubUrl } from "#shared/realtime/address.ts";
import { Connection } from "#shared/realtime/connection.ts";
import type { Feed } from "#shared/realtime/feed.ts";
import { canOpen } from "#shared/realtime/seal.ts";
import { sessionIdentity } from "#shared/realtime/session.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { endSession, renewSession, type StaffSession, sessionKey, useStaff } from "#shared/staff/session.ts";
import { store } from "#shared/store.ts";
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
    store.set(connectionAtom, "connecting");
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
    const connection = new Connection({
      url: hubUrl(shard),
      audience: "admin",
      siteId,
      identity,
      onLive: () => {
        store.set(connectionAtom, "live");
        // Queues are a feed, not a state: what moved while the line was down is asked for.
        resync(client);
      },
      onDown: (crowded) => store.set(connectionAtom, crowded ? "crowded" : canOpen() ? "polling" : "insecure"),
      onRefused: (code) => {
        refused(code);
        if (code === "U017") endSession(client, { kind: "code", code });
      },
    });
    connection.start();
    return () => connection.stop();
  }, [topic, siteId, shard, client]);
}
