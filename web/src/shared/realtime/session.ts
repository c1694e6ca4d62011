import type { Identity } from "./connection.ts";
import type { Feed } from "./feed.ts";

/** The part of a login session that a hub connection needs. */
interface HubSession {
  hubKey: string;
  /** RFC 3339. */
  expiresAt: string;
}

interface SessionSource<S extends HubSession> {
  feeds: Feed[];
  /** Returns the current session; nothing when there is none. */
  read(): S | null | undefined;
  /** Renews the token; null when the session has ended. */
  renew(): Promise<S | null>;
  /** Called when a connection is wanted and the session has ended. */
  onEnded(): void;
}

/**
 * Identifies a logged-in user for Connection. A socket lives as long as the token it came with, so after a refusal (`refused`)
 * the next attempt renews the token, unless it was renewed meanwhile.
 */
export function sessionIdentity<S extends HubSession>({ feeds, read, renew, onEnded }: SessionSource<S>) {
  let refused = false;
  let used = "";
  return {
    async identity(): Promise<Identity> {
      let now = read();
      if (refused && now?.expiresAt === used) now = await renew();
      refused = false;
      used = now?.expiresAt ?? "";
      if (!now) {
        onEnded();
        throw new Error("the session ended");
      }
      return { hubKey: now.hubKey, feeds };
    },
    /** Takes the code of a refusal. Only a token that no longer counts is renewed: too many open tabs are no reason to. */
    refused(code: string): void {
      refused = code === "U029";
    },
  };
}
