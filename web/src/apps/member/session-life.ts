import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { putUnread } from "#features/message/unread.ts";
import { isRemembered, onOtherTab } from "#features/session/remembered.ts";
import { renewSession, sessionKey, useSession } from "#features/session/session.ts";
import { putBalance } from "#features/wallet/balance.ts";
import { useSite } from "#shared/site.ts";
import { useRenewal } from "#shared/use-renewal.ts";
import { lastAction, watchActions } from "./activity.ts";
import type { SessionEnd } from "./session-end.ts";

const IDLE_CHECK_MS = 15_000;

/** Keeps a session alive while it is used, and ends it when it is not. */
export function useSessionLife(end: SessionEnd): void {
  const client = useQueryClient();
  const session = useSession();
  const idleMinutes = useSite()?.autoLogoutMinutes;
  const here = Boolean(session);
  const seeded = useRef("");

  useEffect(() => {
    if (!session) return;
    // Once per answer: events change the session (locks), and its figures are older than what they brought since.
    if (seeded.current !== session.token) {
      seeded.current = session.token;
      const { member, msgInfo } = session;
      putBalance(client, { cashAmt: member.cashAmt, pointAmt: member.pointAmt, version: member.balanceVersion });
      putUnread(client, { count: msgInfo.newMsg, version: 0 });
    }
  }, [session, client]);

  useRenewal(
    session?.expiresAt,
    () => renewSession(client),
    () => end.ended({ kind: "expired" }),
  );

  useEffect(() => {
    if (!here || !idleMinutes) return;
    const stop = watchActions();
    const timer = setInterval(() => {
      if (Date.now() - lastAction() < idleMinutes * 60_000) return;
      end.idle();
    }, IDLE_CHECK_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [here, idleMinutes, end]);

  useEffect(
    () =>
      onOtherTab(() => {
        const remembered = isRemembered();
        const known = client.getQueryData(sessionKey);
        if (remembered && !known) void client.invalidateQueries({ queryKey: sessionKey });
        if (!remembered && known) end.endedElsewhere();
      }),
    [client, end],
  );
}
