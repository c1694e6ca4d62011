import { atom } from "jotai";
import { writeStored } from "./storage.ts";

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
    try {
      return parsed(localStorage.getItem(key));
    } catch {
      return otherwise(); // the browser keeps nothing
    }
  };
  /** The last value that this page saw. */
  const seenAtom = atom<Value>();
  const valueAtom = atom((get) => get(seenAtom) ?? stored(() => read(null)));
  seenAtom.onMount = (set) => {
    set((last: Value | undefined) => stored(() => last ?? read(null))); // it may have been forgotten since
    const changed = (event: StorageEvent) => {
      if (event.key === key || event.key === null) set(parsed(event.key === null ? null : event.newValue));
    };
    window.addEventListener("storage", changed);
    return () => window.removeEventListener("storage", changed);
  };
  return atom(
    (get) => get(valueAtom),
    (get, set, change: (value: Value) => Value) => {
      // Read again: another tab may have changed it since.
      const next = change(stored(() => get(valueAtom)));
      set(seenAtom, next);
      writeStored(key, JSON.stringify(next));
    },
  );
}

/** A list of what `isItem` accepts; any other stored value is left out. */
export function keptList<Item>(key: string, isItem: (value: unknown) => value is Item) {
  return keptAtom(key, (stored): Item[] => (Array.isArray(stored) ? stored.filter(isItem) : []));
}
