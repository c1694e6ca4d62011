import { atom } from "jotai";

/**
 * live: the socket delivers. connecting: the first try. polling: the socket is down, balances are asked for every 5 s.
 * offline: not even that works, last known values are shown greyed. insecure: the page came over plain http from another
 * machine, where browsers offer no WebCrypto; it polls for as long as it is open. crowded: the session has as many sockets as it
 * may, in other tabs; this one polls and tries again.
 */
export type ConnectionState = "live" | "connecting" | "polling" | "offline" | "insecure" | "crowded";

export const connectionAtom = atom<ConnectionState>("connecting");
