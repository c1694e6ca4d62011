import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { connectionAtom } from "#shared/realtime/state.ts";
import { readAgain, type Standing } from "./games.ts";
import { type Phase, phaseAt } from "./phase.ts";

/** The longest time that a timer may wait. */
const LONGEST_MS = 60 * 60_000;
/** After a draw was due for this long, a page without a live connection reads its result. */
const OVERDUE_MS = 6_000;

/** The phase of a game now. It is drawn again when that changes, not each second. */
export function usePhase(stands: Standing, now: () => number): Phase {
  const [, setTurn] = useState(0);
  const phase = phaseAt(stands, now());
  const { changesAt } = phase;
  useEffect(() => {
    if (changesAt === null) return;
    // One ms more: timers may end a moment early.
    const timer = setTimeout(() => setTurn((turn) => turn + 1), Math.min(LONGEST_MS, changesAt - now() + 1));
    return () => clearTimeout(timer);
  });

  const client = useQueryClient();
  const live = useAtomValue(connectionAtom) === "live";
  const due = phase.step === "due" ? phase.round?.no : undefined;
  useEffect(() => {
    if (live || due === undefined) return;
    const timer = setInterval(() => readAgain(client, new Set([stands.game])), OVERDUE_MS);
    return () => clearInterval(timer);
  }, [client, live, due, stands.game]);
  return phase;
}
