import { createContext, type ReactNode, useContext } from "react";
import type { SessionEnd } from "./session-end.ts";

const EndContext = createContext<SessionEnd | null>(null);

export function SessionEndProvider({ end, children }: { end: SessionEnd; children: ReactNode }) {
  return <EndContext value={end}>{children}</EndContext>;
}

/** The ways out of a session. */
export function useSessionEnd(): SessionEnd {
  const end = useContext(EndContext);
  if (!end) throw new Error("SessionEndProvider is missing");
  return end;
}
