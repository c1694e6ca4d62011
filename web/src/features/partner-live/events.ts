import type { QueryClient } from "@tanstack/react-query";
import { atom } from "jotai";
import { homeKey } from "#shared/partner/home.ts";
import { putPT } from "#shared/partner/purse.ts";
import type { HubEvent } from "#shared/realtime/event.ts";
import { store } from "#shared/store.ts";
import { type Heard, play } from "./sound.ts";

/** One thing that happened below. */
export interface Happened {
  id: number;
  kind: Heard;
  memId: string;
  /** Minor units; of a large bet. */
  amount: number;
  at: number;
}

/** How many are kept; older ones are in the lists. */
const KEPT = 50;

/** The events below, the newest first, since the page was opened. */
export const happenedAtom = atom<readonly Happened[]>([]);

let last = 0;

/** The kind of an event of the downline; null for one that says only that there is something to read again. */
function kindOf({ cmd, data1, data2 }: HubEvent): Heard | null {
  if (data1 === "") return null;
  switch (cmd) {
    case "JOIN":
      return "join";
    case "LOGIN":
      return "login";
    case "LEAVE":
      return "leave";
    case "CASHREQ":
      if (data2 === "pt") return null; // the own withdrawal, which is not below
      return data2 === "through" ? "payout" : data2 === "out" ? "out" : "in";
    case "BET":
      return "bet";
    default:
      return null;
  }
}

/** The lists that an event makes stale. */
const stale: Partial<Record<HubEvent["cmd"], string>> = {
  JOIN: "lower",
  LOGIN: "lower",
  LEAVE: "lower",
  CASHREQ: "cash",
  BET: "play",
};

/** How long events are gathered before the first page is asked for again. */
const GATHER_MS = 2_000;
/** A connection counts as online within so long after a login. */
const COUNTED_MS = 7_000;

/** Returns a function that makes queries stale when some time has passed; calls meanwhile are one. */
function gathered(client: QueryClient, queryKey: readonly string[], ms: number): () => void {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      void client.invalidateQueries({ queryKey });
    }, ms);
  };
}

/**
 * Returns the handler for what happens below a partner. The events are kept for the panel and heard; lists of what changed are marked as stale under
 * ["partner", kind], and the first page two seconds later, once for many events; the own PT is brought up to date.
 */
export function downlineEvents(client: QueryClient): (event: HubEvent) => void {
  const homeSoon = gathered(client, homeKey, GATHER_MS);
  const homeCounted = gathered(client, homeKey, COUNTED_MS);
  return (event) => {
    if (event.cmd === "PT") putPT(client, Number(event.data1), event.ver);
    const list = stale[event.cmd];
    if (list) void client.invalidateQueries({ queryKey: ["partner", list] });
    if (event.cmd === "CASHREQ") {
      for (const name of ["payouts", "withdrawals"]) void client.invalidateQueries({ queryKey: ["partner", name] });
    }
    if (list && event.cmd !== "BET") homeSoon(); // bets come all the time: their figures wait for the next reading
    if (event.cmd === "LOGIN") homeCounted();
    const kind = kindOf(event);
    if (!kind) return;
    last += 1;
    const one = { id: last, kind, memId: event.data1, amount: kind === "bet" ? Number(event.data2) : 0, at: event.at };
    store.set(happenedAtom, [one, ...store.get(happenedAtom)].slice(0, KEPT));
    play(kind);
  };
}
