import { atom } from "jotai";
import { tabAtom } from "#shared/tab.ts";

/**
 * A notice that the member must confirm: a code of the catalogue (U017), or the reason why the session ended. In the order of
 * `noticeKinds`: it expired; the member was inactive; staff ended it; the member ended it from another device; the member
 * logged out on another page; staff locked the account; the password was changed elsewhere; a copy of the token was used; it
 * reached the maximum duration; the member closed the account; phone, name or bank account was changed.
 */
export type Notice = { kind: "code"; code: string } | { kind: (typeof noticeKinds)[number] };

const noticeKinds = [
  "expired",
  "idle",
  "admin",
  "device",
  "left",
  "blocked",
  "password",
  "reused",
  "longest",
  "closed",
  "details",
] as const;

/** Reports whether a value that was kept is a notice. */
export function isNotice(value: unknown): value is Notice {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "code") return "code" in value && typeof value.code === "string";
  return noticeKinds.some((kind) => kind === value.kind);
}

export const noticeAtom = atom<Notice | null>(null);

/** Whether the login popup is open, and what it says: afterSignin that a guest pressed on a game, page that a page is for members. */
export const loginOpenAtom = atom<boolean | "afterSignin" | "page">(false);

/** Where the member was going when the session ended; login leads back there (D-60). The tab keeps it over a reload. */
export const returnPathAtom = tabAtom("return-path");
