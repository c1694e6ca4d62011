import { atom } from "jotai";

/**
 * State that this device keeps, and shows in all its tabs. `read` makes it out of the stored value, which may be anything: another
 * version of the site wrote it, or a person.
 */
export function keptAtom<Value>(key: string, read: (stored: unknown) => Value) {
  const parsed = (text: string | null): Value => {
    try {
      return read(JSON.parse(text ?? "null"));
    } catch {
      return read(null); // no JSON
    }
  };
  const stored = (otherwise: () => Value): Value => {
    let text: string | null;
    try {
      text = localStorage.getItem(key);
    } catch {
      return otherwise(); // the browser keeps nothing
    }
    return parsed(text);
  };
  const base = atom(stored(() => read(null)));
  base.onMount = (set) => {
    set((last: Value) => stored(() => last)); // it may have been forgotten since
    const changed = (event: StorageEvent) => {
      // An event without a key says that all was forgotten, and has no new value.
      if (event.key === key || event.key === null) set(parsed(event.newValue));
    };
    window.addEventListener("storage", changed);
    return () => window.removeEventListener("storage", changed);
  };
  return atom(
    (get) => get(base),
    (get, set, change: (value: Value) => Value) => {
      // Read again: another tab may have changed it since.
      const next = change(stored(() => get(base)));
      set(base, next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage may be full or forbidden; it then lasts as long as the page.
      }
    },
  );
}

/** Forgets what this device keeps, in all its tabs; a page that shows it now goes on until it is left. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser keeps nothing.
  }
}

/** A list of what `isItem` accepts; any other stored value is left out. */
export function keptList<Item>(key: string, isItem: (value: unknown) => value is Item) {
  return keptAtom(key, (stored): Item[] => (Array.isArray(stored) ? stored.filter(isItem) : []));
}
