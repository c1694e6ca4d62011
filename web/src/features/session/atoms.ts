import { atom } from "jotai";

/**
 * What must be said to the member and waits for an answer: a code of the catalogue (U017), the product's "please log in", or
 * why the session ended: it ran out, nobody was there, staff ended it, the
 * member ended it from another device or left on another page.
 */
export type Notice =
  | { kind: "code"; code: string }
  | { kind: "login" | "expired" | "idle" | "admin" | "device" | "left" };

export const noticeAtom = atom<Notice | null>(null);

/** Whether the log-in popup is open; afterSignin: because a guest pressed on a game, and it says so. */
export const loginOpenAtom = atom<boolean | "afterSignin">(false);

/** Where the member was going when the session ended; log-in leads back there (D-60). */
export const returnPathAtom = atom<string | null>(null);
