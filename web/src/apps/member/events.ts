import type { QueryClient } from "@tanstack/react-query";
import { gameDownAtom } from "#features/game/events.ts";
import { balanceMoved } from "#features/game/game-money.ts";
import { cashBoardQuery } from "#features/main/main.ts";
import { putUnread, unreadKey } from "#features/message/unread.ts";
import { reminderAtom } from "#features/protection/atoms.ts";
import type { Notice } from "#features/session/atoms.ts";
import { type Session, sessionKey } from "#features/session/session.ts";
import { balanceKey, putBalance } from "#features/wallet/balance.ts";
import { limitsQuery } from "#shared/bets/limits.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { siteQuery } from "#shared/site.ts";
import { store } from "#shared/store.ts";
import type { SessionEnd } from "./session-end.ts";

/** The reasons that LOGOUT carries; any other is the plain sign-in notice. */
const reasons: Record<string, Notice> = {
  U017: { kind: "code", code: "U017" },
  ADMIN: { kind: "admin" },
  DEVICE: { kind: "device" },
  IDLE: { kind: "idle" },
  BLOCKED: { kind: "blocked" },
  PASSWORD: { kind: "password" },
  REUSED: { kind: "reused" },
  LONGEST: { kind: "longest" },
  CLOSED: { kind: "closed" },
  DETAILS: { kind: "details" },
};

/**
 * Returns the handler for the member's hub events (spec: events). This table is the only place where real time meets the
 * features: it writes the query cache and a few atoms, and the features read those.
 */
export function memberEvents(client: QueryClient, end: SessionEnd): (event: HubEvent) => void {
  return (event) => {
    switch (event.cmd) {
      case "CASH":
        putBalance(client, { cashAmt: Number(event.data1), pointAmt: Number(event.data2), version: event.ver });
        // Lists that a moved balance makes stale.
        askAgain(client, ["cash"], event);
        askAgain(client, ["bet"], event);
        balanceMoved(client);
        return;
      case "MSG":
        putUnread(client, { count: Number(event.data1), version: event.ver });
        askAgain(client, ["message", "list"], event);
        // A message comes with the answer to an inquiry.
        askAgain(client, ["inquiry"], event);
        // And it is how a refused request is told: no balance moves then.
        askAgain(client, ["cash"], event);
        askAgain(client, ["account", "requests"], event);
        return;
      case "LOCK_BET_YN":
        lockBets(client, event.data1 === "Y", event.data2 === "Y", event.at);
        return;
      case "LOGOUT":
        end.ended(reasons[event.data1] ?? { kind: "left" });
        return;
      case "U017":
        end.ended({ kind: "code", code: "U017" });
        return;
      case "REALITY":
        store.set(reminderAtom, event.data2 === "LIMIT" ? "limit" : "time");
        void client.invalidateQueries({ queryKey: ["protection"] });
        return;
      case "TK999":
        store.set(gameDownAtom, { cause: "TK999", at: event.at });
        return;
      default:
        siteEvents(client, end)(event);
    }
  };
}

/** An older event is not news: it is the state that the hub sends at the start of each subscription. */
const NEWS_MS = 10_000;
/** Data that was fetched within this time, or is being fetched, already includes the change that an old event reports. */
const FRESH_MS = 2_000;

/**
 * Asks again for what an event made stale. Every subscription begins with the last state of each kind, often just when the page
 * has asked for its lists: those are left alone, or each load would abort its first reads and repeat them.
 */
function askAgain(client: QueryClient, queryKey: readonly string[], event: HubEvent): void {
  const now = Date.now();
  const isNews = now - event.at < NEWS_MS;
  void client.invalidateQueries({
    queryKey,
    predicate: ({ state }) => isNews || (state.fetchStatus === "idle" && now - state.dataUpdatedAt > FRESH_MS),
  });
}

function lockBets(client: QueryClient, locked: boolean, permitted: boolean, at: number): void {
  client.setQueryData<Session | null>(sessionKey, (session) =>
    session ? { ...session, member: { ...session.member, betLocked: locked, betPermitted: permitted } } : session,
  );
  if (locked || !permitted) store.set(gameDownAtom, { cause: "lock", at });
}

/** Returns the handler for events that go to every page of the site, guests included. */
export function siteEvents(client: QueryClient, end: SessionEnd): (event: HubEvent) => void {
  return (event) => {
    switch (event.cmd) {
      case "INSPECT":
        end.inspect(event.data1 === "Y");
        // It also tells that options of the site or its offer of games changed.
        askAgain(client, siteQuery.queryKey, event);
        askAgain(client, ["game", "products"], event);
        askAgain(client, ["game", "list"], event);
        askAgain(client, limitsQuery.queryKey, event);
        return;
      case "MARQUEE":
        void client.invalidateQueries({ queryKey: ["board"] });
        return;
      case "CASHLIST":
        // Of what the main page shows only this board changed, and all who have it open hear of it at once.
        void client.invalidateQueries({ queryKey: cashBoardQuery.queryKey });
        return;
      default:
    }
  };
}

/**
 * Refetches everything on the page, because events were lost for good. The known state may even have been reverted (a restored
 * database), so an answer with a lower version is accepted, too.
 */
export function resync(client: QueryClient): void {
  for (const queryKey of [balanceKey, unreadKey]) {
    client.setQueryData<{ version: number }>(queryKey, (shown) => shown && { ...shown, version: 0 });
  }
  void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
  void client.refetchQueries({ queryKey: balanceKey });
}
