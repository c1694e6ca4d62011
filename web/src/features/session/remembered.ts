/**
 * Whether this browser logged in, as a plain yes or no (the session itself is an HttpOnly cookie). It saves guests a refused
 * call at each visit, and its change tells other tabs that the member came or went.
 */
const KEY = "member-here";

export function isRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    // Without storage we cannot know, so the server is asked.
    return true;
  }
}

export function rememberMember(): void {
  try {
    localStorage.setItem(KEY, "1");
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

/** Calls back when another tab logged in or out. */
export function onOtherTab(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY) callback();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
