import { atom } from "jotai";
import { store } from "../store.ts";

/** The question for a fresh one-time code that is open, and how its dialog says whether one was given. */
export const codeAskedAtom = atom<{ answer(given: boolean): void } | null>(null);

let open: Promise<boolean> | null = null;

/** Asks for a fresh one-time code. Calls that are refused at the same time share one question. */
export function askCode(): Promise<boolean> {
  open ??= new Promise<boolean>((resolve) => {
    store.set(codeAskedAtom, {
      answer: (given) => {
        open = null;
        store.set(codeAskedAtom, null);
        resolve(given);
      },
    });
  });
  return open;
}
