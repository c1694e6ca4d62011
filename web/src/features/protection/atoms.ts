import { atom } from "jotai";

/** A reminder that the hub sent: `time` at the member's interval, `limit` when the own limit of session time is reached. */
export type Reminder = "time" | "limit";

export const reminderAtom = atom<Reminder | null>(null);
