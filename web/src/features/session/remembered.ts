import { parseStored, readStored, writeStored } from "#shared/storage.ts";
import { isNotice, type Notice } from "./atoms.ts";

/**
 * Whether this browser logged in, as the moment of it (the session itself is an HttpOnly cookie). It saves guests a refused
 * call at each visit, its change tells other tabs that the member came or went, and it says how long they have been here.
 */
const KEY = "member-here";
/** The login before this one; the api says it once, with the login. */
export const BEFORE_KEY = "member-before";
/** Why the session was ended, for the other tabs of this browser; missing when the member logged out. */
const ENDED_KEY = "member-ended";

export function isRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage we cannot know, so the server is asked.
    return true;
  }
}

export function rememberMember(): void {
  writeStored(ENDED_KEY, null);
  if (readStored(KEY) === null) writeStored(KEY, String(Date.now()));
}

export function forgetMember(): void {
  writeStored(KEY, null);
  writeStored(BEFORE_KEY, null);
}

/** Keeps why the session ended. Must come before forgetMember, which the other tabs hear of. */
export function rememberEnd(notice: Notice): void {
  writeStored(ENDED_KEY, JSON.stringify(notice));
}

/** Why the session ended, as the tab that noticed it first says; null when the member logged out. */
export function rememberedEnd(): Notice | null {
  const kept = parseStored(ENDED_KEY);
  return isNotice(kept) ? kept : null;
}

/** The moment of the login in ms; null when it is not known. */
export function hereSince(): number | null {
  return Number(readStored(KEY)) || null;
}

/** Whole minutes since the login; 0 when it is not known. */
export function minutesHere(now: number): number {
  return Math.max(0, Math.floor((now - (hereSince() ?? now)) / 60_000));
}

/** Keeps the login before this one, for loginBefore; null when there was none. */
export function rememberLoginBefore(login: { at: string; ip: string } | null): void {
  writeStored(BEFORE_KEY, login && JSON.stringify({ at: login.at, ip: login.ip }));
}

/** Calls back when another tab logged in or out. */
export function onOtherTab(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY) callback();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
