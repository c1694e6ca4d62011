import { atom } from "jotai";

/**
 * live: the socket delivers. connecting: the first try. polling: the socket is down, balances are asked for every 5 s.
 * offline: not even that works, last known values are shown greyed.
 */
export type ConnectionState = "live" | "connecting" | "polling" | "offline";

export const connectionAtom = atom<ConnectionState>("connecting");
