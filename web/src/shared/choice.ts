import { atom } from "jotai";
import { readStored, writeStored } from "./storage.ts";

/** A choice that this device remembers. `read` makes it out of the stored text, null at first; `apply` shows a new one. */
export function choiceAtom<Choice extends string>(
  key: string,
  read: (stored: string | null) => Choice,
  apply: (choice: Choice) => void,
) {
  const chosen = atom<Choice>();
  return atom(
    (get) => get(chosen) ?? read(readStored(key)),
    (_, set, choice: Choice) => {
      set(chosen, choice);
      writeStored(key, choice);
      apply(choice);
    },
  );
}
