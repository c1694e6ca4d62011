import { useEffect, useEffectEvent } from "react";

/** A token is renewed when less than this is left of it (D-09). */
const RENEW_BEFORE_MS = 60_000;

/**
 * Renews a session's token shortly before `expiresAt` (RFC 3339; undefined without a session). `onEnded` is called when the
 * server has ended the session: `renew` resolved to null, or failed.
 */
export function useRenewal(expiresAt: string | undefined, renew: () => Promise<unknown>, onEnded: () => void): void {
  const renewNow = useEffectEvent(() => {
    renew().then((session) => {
      if (!session) onEnded();
    }, onEnded);
  });
  useEffect(() => {
    if (expiresAt === undefined) return;
    const timer = setTimeout(renewNow, Math.max(0, Date.parse(expiresAt) - Date.now() - RENEW_BEFORE_MS));
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
