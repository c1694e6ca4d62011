import { useSyncExternalStore } from "react";
import type { Inquiry } from "./inquiries.ts";

/**
 * Which answers were read on this device. The api knows no such thing: the letter that comes with an answer counts as the
 * unread message, and this only helps to find it in the list.
 */
const KEY = "answers-seen";
const MOST = 200;
/** Older answers are not called new on a device that never showed them. */
const NEW_FOR_MS = 14 * 24 * 60 * 60 * 1_000;

type Answered = Pick<Inquiry, "idx" | "category" | "answeredAt">;

const listeners = new Set<() => void>();

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? "[]";
  } catch {
    return "[]";
  }
}

function marks(text: string): string[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter((mark) => typeof mark === "string") : [];
  } catch {
    return [];
  }
}

/** An answer that staff gave again counts again. */
const markOf = ({ idx, answeredAt }: Answered) => `${idx}@${answeredAt}`;

/** The answer is on the screen. */
export function markSeen(inquiry: Answered): void {
  if (inquiry.answeredAt === null) return;
  const seen = marks(read());
  if (seen.includes(markOf(inquiry))) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen, markOf(inquiry)].slice(-MOST)));
  } catch {
    return; // Then it stays marked as new.
  }
  for (const listener of listeners) listener();
}

/** Whether an inquiry has an answer of staff that was not read here. */
export function isNew(inquiry: Answered, seen: readonly string[], now: number): boolean {
  if (inquiry.answeredAt === null || inquiry.category === "bankaccount") return false;
  return now - Date.parse(inquiry.answeredAt) < NEW_FOR_MS && !seen.includes(markOf(inquiry));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The marks of what was read here, live. */
export function useSeen(): readonly string[] {
  return marks(useSyncExternalStore(listen, read));
}
