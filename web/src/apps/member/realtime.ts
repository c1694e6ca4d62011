import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { renewSession, type Session, sessionKey, useSession } from "#features/session/session.ts";
import { balanceQuery, POLL_MS } from "#features/wallet/balance.ts";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { openConnection } from "#shared/app/open-connection.ts";
import type { Identity } from "#shared/realtime/connection.ts";
import type { Feed } from "#shared/realtime/feed.ts";
import { sessionIdentity } from "#shared/realtime/session.ts";
import { connectionAtom } from "#shared/realtime/state.ts";
import { useSite } from "#shared/site.ts";
import { store } from "#shared/store.ts";
import { memberEvents, resync, siteEvents } from "./events.ts";
import type { SessionEnd } from "./session-end.ts";

/** A guest's page is drawn before it opens a socket: the first paint matters more than a ticker. */
const GUEST_WAIT_MS = 3_000;

/** Keeps one socket open for who is here, and the balance polled while it is down (D-33). */
export function useRealtime(end: SessionEnd): void {
  const client = useQueryClient();
  const session = useSession();
  const siteId = useSite()?.siteId;
  const known = session !== undefined && siteId !== undefined;
  const topic = session?.topic;
  const shard = session?.shard ?? "";

  useEffect(() => {
    if (!known) return;
    const site: Feed = {
      destination: `/topic/site.${siteId}`,
      onEvent: topic === undefined ? siteEvents(client, end) : memberEvents(client, end),
      onResync: () => resync(client),
    };
    const mine: Feed[] =
      topic === undefined ? [] : [{ ...site, destination: `/topic/${topic}`, onEvent: memberEvents(client, end) }];

    const member = sessionIdentity({
      feeds: [...mine, site],
      read: () => client.getQueryData<Session | null>(sessionKey),
      renew: () => renewSession(client),
      onEnded: () => end.ended({ kind: "expired" }),
    });
    let pass: Res<"/api/member/guest"> | undefined;
    const guest = async (): Promise<Identity> => {
      // While the hub is away each try uses the same pass: the api must not pay for that.
      if (pass === undefined || Date.parse(pass.expiresAt) <= Date.now())
        pass = await api.call("/api/member/guest", {});
      return { hubKey: pass.hubKey, token: pass.token, feeds: [site] };
    };

    return openConnection({
      audience: topic === undefined ? "guest" : "member",
      siteId,
      shard,
      identity: topic === undefined ? guest : member.identity,
      showsDown: topic !== undefined,
      waitMs: topic === undefined ? GUEST_WAIT_MS : 0,
      onRefused: (code) => {
        member.refused(code);
        if (code === "U029") pass = undefined;
        if (code === "U017") end.ended({ kind: "code", code });
      },
    });
  }, [known, siteId, topic, shard, client, end]);

  usePoll(Boolean(topic));
}

function usePoll(isMember: boolean): void {
  const client = useQueryClient();
  const state = useAtomValue(connectionAtom);
  const down = state !== "live" && state !== "connecting";
  const poll = useQuery({
    ...balanceQuery(client),
    enabled: isMember && down,
    staleTime: 0,
    retry: false,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
  });
  // A server that answers with a fault is reached all the same.
  const lost = isCode(poll.error, "9999") && poll.error.status === 0;
  useEffect(() => {
    if (!down || state === "insecure") return;
    store.set(connectionAtom, lost ? "offline" : state === "crowded" ? state : "polling");
  }, [down, lost, state]);
}
