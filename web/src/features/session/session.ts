import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import type { Member } from "#shared/api/types.ts";
import { forgetMember, isRemembered, rememberMember } from "./remembered.ts";

/**
 * The current session: the answer of login or renewal, or null for a guest. Kept in memory only; the cookie holds the token.
 */
export type Session = Res<"/api/getToken">;

export const sessionKey = ["session"] as const;

async function loadSession(force = false): Promise<Session | null> {
  try {
    return await api.call("/api/getToken", force ? { force } : {}, { retries: 1 });
  } catch (error) {
    if (!isCode(error, "U029", "U017")) throw error;
    forgetMember();
    return null;
  }
}

/**
 * The session of this page. A browser that never logged in is a guest without asking: the api would answer 401, and that
 * would be a failure in everybody's first visit.
 */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: () => (isRemembered() ? loadSession() : null),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** undefined while it is not known, null for a guest. */
export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery).data;
}

/** The member who is here, null for a guest or while it is not known. */
export function useMember(): Member | null {
  return useSession()?.member ?? null;
}

/** Whether this browser's member is probably here, while the answer is awaited: what only members see keeps its place. */
export function useAwaitsMember(): boolean {
  return useSession() === undefined && isRemembered();
}

/** Puts a session in place: after login and after each renewal. */
export function putSession(client: QueryClient, session: Session): void {
  rememberMember();
  client.setQueryData<Session | null>(sessionKey, (before) =>
    // A version that was published meanwhile is asked about at the next login, not in the middle of a game.
    before && before.sid === session.sid ? { ...session, documents: before.documents } : session,
  );
}

/** Asks for a new token: when the old one has under a minute left, or when the hub refused the old one. */
export async function renewSession(client: QueryClient): Promise<Session | null> {
  const session = await loadSession(true);
  if (session) putSession(client, session);
  return session;
}

/** Forgets all personal data on this page. Data that guests see as well stays. */
export function dropSession(client: QueryClient): void {
  forgetMember();
  client.setQueryData(sessionKey, null);
  client.removeQueries({ predicate: (query) => query.meta?.personal === true });
}
