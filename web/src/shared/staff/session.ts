import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { atom } from "jotai";
import { api, type Res } from "#shared/api/client.ts";
import type { Right } from "#shared/api/contract.gen.ts";
import { type ApiError, isCode } from "#shared/api/error.ts";
import { store } from "#shared/store.ts";
import { useRenewal } from "#shared/use-renewal.ts";
import { shownAtom } from "./personal.ts";

/** The session of the staff account. Kept in memory only; the cookie holds the token. */
export type StaffSession = Res<"/api/admin/getToken">;

/** Why the login is shown again: the code of the refusal, or that the session expired. */
export type Ended = { kind: "expired" } | { kind: "code"; code: string };

export const endedAtom = atom<Ended | null>(null);

/** Whether staff logged in on this browser; no secret. */
const KEY = "staff-here";

function isRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // without storage only the server knows
  }
}

function remember(here: boolean): void {
  try {
    if (here) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // Then each visit asks the server.
  }
}

export const sessionKey = ["session"] as const;

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  // A browser in which no staff logged in is a stranger's without asking: the api would answer 401 at each first paint.
  queryFn: async (): Promise<StaffSession | null> => {
    if (!isRemembered()) return null;
    try {
      return await api.call("/api/admin/getToken", {}, { retries: 1 });
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

/** Returns the current session of staff; null before login and while it is not known. */
export function useStaff(): StaffSession | null {
  return useQuery(sessionQuery).data ?? null;
}

/** Reports whether the current user has a right; an action without its right is not offered. */
export function useRight(right: Right): boolean {
  return useStaff()?.admin.rights.includes(right) ?? false;
}

export function putSession(client: QueryClient, session: StaffSession): void {
  remember(true);
  store.set(endedAtom, null);
  client.setQueryData(sessionKey, session);
}

/** A new token: when the old one is about to end, or the hub refused it. Null when the session ended. */
export async function renewSession(client: QueryClient): Promise<StaffSession | null> {
  try {
    const session = await api.call("/api/admin/getToken", { force: true }, { retries: 1 });
    putSession(client, session);
    return session;
  } catch (error) {
    if (!isCode(error, "U029", "U017")) throw error;
    return null;
  }
}

/** Shows the door and forgets what only staff may see. The address stays, so that login leads back to it. */
export function endSession(client: QueryClient, why: Ended | null): void {
  if (!client.getQueryData(sessionKey)) return;
  remember(false);
  store.set(endedAtom, why);
  store.set(shownAtom, {});
  client.setQueryData(sessionKey, null);
  client.removeQueries({ predicate: (query) => query.meta?.personal === true });
}

/** Hears every refusal of the api once. A missing right (403) is an answer, not the end of the session. */
export function refused(client: QueryClient, error: ApiError): void {
  if (error.code === "U017") endSession(client, { kind: "code", code: "U017" });
  else if (error.code === "U029" && error.status === 401) endSession(client, { kind: "expired" });
}

/** Leaves; the page forgets the session even when the server cannot be reached. */
export async function logOut(client: QueryClient): Promise<void> {
  try {
    await api.call("/api/admin/logout", {});
  } catch {
    // The cookie runs out by itself.
  }
  endSession(client, null);
}

/** Renews the token in time; a session that the server ended leads to the login page. */
export function useSessionLife(): void {
  const client = useQueryClient();
  useRenewal(
    useStaff()?.expiresAt,
    () => renewSession(client),
    () => endSession(client, { kind: "expired" }),
  );
}
