import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { endSession, renewSession, useStaff } from "./session.ts";

/** A token is renewed when under this is left of it (D-09). */
const RENEW_BEFORE_MS = 60_000;

/** Renews the token in time; a session that the server ended shows the door. */
export function useSessionLife(): void {
  const client = useQueryClient();
  const expiresAt = useStaff()?.expiresAt;
  useEffect(() => {
    if (expiresAt === undefined) return;
    const end = () => endSession(client, { kind: "expired" });
    const timer = setTimeout(
      () => {
        renewSession(client).then((session) => session ?? end(), end);
      },
      Math.max(0, Date.parse(expiresAt) - Date.now() - RENEW_BEFORE_MS),
    );
    return () => clearTimeout(timer);
  }, [expiresAt, client]);
}
