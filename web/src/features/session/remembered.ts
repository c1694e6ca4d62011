/**
 * Whether this browser logged in, as the moment of it (the session itself is an HttpOnly cookie). It saves guests a refused
 * call at each visit, its change tells other tabs that the member came or went, and it says how long they have been here.
 */
const KEY = "member-here";

export function isRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage we cannot know, so the server is asked.
    return true;
  }
}

export function rememberMember(): void {
  try {
    if (localStorage.getItem(KEY) === null) localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Then each visit asks the server.
  }
}

export function forgetMember(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered.
  }
}

/** Whole minutes since the log-in; 0 when it is not known. */
export function minutesHere(now: number): number {
  try {
    const since = Number(localStorage.getItem(KEY));
    return since > 0 ? Math.max(0, Math.floor((now - since) / 60_000)) : 0;
  } catch {
    return 0;
  }
}

/** Calls back when another tab logged in or out. */
export function onOtherTab(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY) callback();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
