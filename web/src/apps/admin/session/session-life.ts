import { useQueryClient } from "@tanstack/react-query";
import { useRenewal } from "#shared/use-renewal.ts";
import { endSession, renewSession, useStaff } from "./session.ts";

/** Renews the token in time; a session that the server ended leads to the login page. */
export function useSessionLife(): void {
  const client = useQueryClient();
  useRenewal(
    useStaff()?.expiresAt,
    () => renewSession(client),
    () => endSession(client, { kind: "expired" }),
  );
}
