/** Returns the text that this device keeps under a key; null where it keeps nothing, or where the browser forbids it. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The same, read as JSON; null also for a text that is not JSON. Another version of the site wrote it, or a person: it may be anything. */
export function parseStored(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a text on this device; null forgets it. Storage may be full or forbidden: then the caller's own copy lasts until the page is left. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The caller has the value.
  }
}
