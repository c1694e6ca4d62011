import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { kindsFor } from "#features/partner-live/rights.ts";
import { openConnection } from "#shared/app/open-connection.ts";
import { endSession, type PartnerSession, renewSession, sessionKey, usePartner } from "#shared/partner/session.ts";
import type { Feed } from "#shared/realtime/feed.ts";
import { sessionIdentity } from "#shared/realtime/session.ts";
import { partnerEvents, resync } from "./events.ts";

/** Keeps one socket open for the person who works here: the own topic, and that of the partner for a person who may see something of it. */
export function useRealtime(): void {
  const client = useQueryClient();
  const session = usePartner();
  const topic = session?.topic;
  const memId = session?.agent.memId;
  const siteId = session?.agent.siteId ?? "";
  const shard = session?.shard ?? "";
  const follows = kindsFor(session?.agent.rights ?? []).length > 0;

  useEffect(() => {
    if (topic === undefined || memId === undefined) return;
    const onEvent = partnerEvents(client);
    const topics = [`/topic/${topic}`, ...(follows ? [`/topic/partner.${memId}`] : [])];
    const feeds: Feed[] = topics.map((destination) => ({
      destination,
      onEvent,
      onResync: () => resync(client),
    }));
    const { identity, refused } = sessionIdentity({
      feeds,
      read: () => client.getQueryData<PartnerSession | null>(sessionKey),
      renew: () => renewSession(client),
      onEnded: () => endSession(client, { kind: "expired" }),
    });
    return openConnection({
      audience: "partner",
      siteId,
      shard,
      identity,
      showsDown: true,
      // Events of the time without a connection are lost: the pages ask again.
      onLive: () => resync(client),
      onRefused: (code) => {
        refused(code);
        if (code === "U017") endSession(client, { kind: "code", code });
      },
    });
  }, [topic, memId, siteId, shard, follows, client]);
}
