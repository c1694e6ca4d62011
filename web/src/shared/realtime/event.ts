import type { EventCmd } from "../api/contract.gen.ts";

/** What the hub says. `ver` orders events of one kind; `at` is the commit time in ms. */
export interface HubEvent {
  cmd: EventCmd;
  data1: string;
  data2: string;
  ver: number;
  at: number;
}

const commands: Record<EventCmd, true> = {
  CASH: true,
  MSG: true,
  LOCK_BET_YN: true,
  LOGOUT: true,
  INSPECT: true,
  TK999: true,
  U017: true,
  RESYNC: true,
  MARQUEE: true,
  CASHLIST: true,
  QUEUE: true,
  JOIN: true,
  LOGIN: true,
  LEAVE: true,
  CASHREQ: true,
};

function isCommand(value: unknown): value is EventCmd {
  return typeof value === "string" && Object.hasOwn(commands, value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Reads an opened payload; null for a command this page does not know (a newer server may say more than we understand). */
export function parseEvent(json: string): HubEvent | null {
  const value: unknown = JSON.parse(json);
  if (!isRecord(value) || !isCommand(value.cmd)) return null;
  return {
    cmd: value.cmd,
    data1: text(value.data1),
    data2: text(value.data2),
    ver: Number(value.ver ?? 0),
    at: Number(value.at ?? 0),
  };
}
