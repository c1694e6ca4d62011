import { atom } from "jotai";

/**
 * What must be said to the member and waits for an answer: a code of the catalogue (U017, S001 …), the product's "please log
 * in", or that the session ran out.
 */
export type Notice = { kind: "code"; code: string } | { kind: "login" } | { kind: "expired" } | { kind: "idle" };

export const noticeAtom = atom<Notice | null>(null);

/** Whether the log-in popup is open. */
export const loginOpenAtom = atom(false);

/** Where the member was going when the session ended; log-in leads back there (D-60). */
export const returnPathAtom = atom<string | null>(null);
