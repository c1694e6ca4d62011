import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { atom } from "jotai";
import { type ApiError, isCode } from "../api/error.ts";
import { writeStored } from "../storage.ts";
import { store } from "../store.ts";
import { useRenewal } from "../use-renewal.ts";

/** Why the login is shown again: the code of the refusal, or that the session expired. */
export type Ended = { kind: "expired" } | { kind: "code"; code: string };

export const endedAtom = atom<Ended | null>(null);

const sessionKey = ["session"] as const;

interface OfficeArea<Session> {
  /** The name under which the browser remembers that someone logged in here; no secret. */
  key: string;
  renew(force: boolean): Promise<Session>;
  logout(): Promise<unknown>;
  /** Forgets what only this person may see, besides the queries that are personal. */
  forget?(): void;
}

/** The session of a back office, that of staff or of partners. It is kept in memory only; the cookie holds the token. */
export function officeSession<Session extends { expiresAt: string }>(area: OfficeArea<Session>) {
  const isRemembered = () => {
    try {
      return localStorage.getItem(area.key) !== null;
    } catch {
      return true; // without storage only the server knows
    }
  };
  const remember = (here: boolean) => {
    writeStored(area.key, here ? "1" : null);
  };

  const sessionQuery = queryOptions({
    queryKey: sessionKey,
    // A browser in which no one logged in is a stranger's without asking: the api would answer 401 at each first paint.
    queryFn: async (): Promise<Session | null> => {
      if (!isRemembered()) return null;
      try {
        return await area.renew(false);
      } catch (error) {
        if (!isCode(error, "U029", "U017")) throw error;
        remember(false);
        return null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

  /** Returns the current session; null before login and while it is not known. */
  const useSession = (): Session | null => useQuery(sessionQuery).data ?? null;

  const putSession = (client: QueryClient, session: Session): void => {
    remember(true);
    store.set(endedAtom, null);
    client.setQueryData<Session | null>(sessionKey, session);
  };

  /** A new token: when the old one is about to end, or the hub refused it. Null when the session ended. */
  const renewSession = async (client: QueryClient): Promise<Session | null> => {
    try {
      const session = await area.renew(true);
      putSession(client, session);
      return session;
    } catch (error) {
      if (!isCode(error, "U029", "U017")) throw error;
      return null;
    }
  };

  /** Shows the login page and forgets what only this person may see. The address stays, so that login leads back to it. */
  const endSession = (client: QueryClient, why: Ended | null): void => {
    if (!client.getQueryData(sessionKey)) return;
    remember(false);
    store.set(endedAtom, why);
    area.forget?.();
    client.setQueryData(sessionKey, null);
    client.removeQueries({ predicate: (query) => query.meta?.personal === true });
  };

  /** Hears every refusal of the api once. A missing right (403) is an answer, not the end of the session. */
  const refused = (client: QueryClient, error: ApiError): void => {
    if (error.code === "U017") endSession(client, { kind: "code", code: "U017" });
    else if (error.code === "U029" && error.status === 401) endSession(client, { kind: "expired" });
  };

  /** Leaves; the page forgets the session even when the server cannot be reached. */
  const logOut = async (client: QueryClient): Promise<void> => {
    try {
      await area.logout();
    } catch {
      // The cookie runs out by itself.
    }
    endSession(client, null);
  };

  /** Renews the token in time; a session that the server ended leads to the login page. */
  const useSessionLife = (): void => {
    const client = useQueryClient();
    useRenewal(
      useSession()?.expiresAt,
      () => renewSession(client),
      () => endSession(client, { kind: "expired" }),
    );
  };

  return {
    sessionKey,
    sessionQuery,
    useSession,
    putSession,
    renewSession,
    endSession,
    refused,
    logOut,
    useSessionLife,
  };
}
