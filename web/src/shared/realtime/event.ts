import type { EventCmd } from "../api/contract.gen.ts";

/** An event of the hub. `ver` orders events of one kind; `at` is the commit time in ms. */
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
  BET: true,
  PT: true,
  PROBE: true,
  REALITY: true,
  ODDS: true,
  SCORE: true,
  SPORT: true,
  ROUND: true,
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Characters of a payload; the hub's own are a few hundred. */
const MAX_PAYLOAD = 16 << 10;

/**
 * Reads an opened payload; null for what this page does not understand (a newer server may say more), for what is no event
 * at all, and for a version that could not be compared.
 */
export function parseEvent(json: string): HubEvent | null {
  if (json.length > MAX_PAYLOAD) return null;
  const value = parse(json);
  if (!isRecord(value) || !isCommand(value.cmd)) return null;
  const ver = value.ver ?? 0;
  const at = value.at ?? 0;
  if (!Number.isSafeInteger(ver) || !Number.isSafeInteger(at)) return null;
  return { cmd: value.cmd, data1: text(value.data1), data2: text(value.data2), ver: Number(ver), at: Number(at) };
}
