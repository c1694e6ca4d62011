import type { Req } from "#shared/api/client.ts";
import { ApiError } from "#shared/api/error.ts";

type Wire = Req<"/api/bet/betProc">["legs"][number];

/** Why an open bet is not taken back or cashed out. */
export function whyOf(error: unknown): string | undefined {
  const why = error instanceof ApiError && isRecord(error.detail) ? error.detail.why : undefined;
  return typeof why === "string" ? why : undefined;
}

/** Returns the value of an open bet that replaces the amount taken; 0: it was not refused for a change, or has no value now. */
export function valueNow(error: unknown): number {
  const amount = error instanceof ApiError && isRecord(error.detail) ? error.detail.amount : undefined;
  return whyOf(error) === "changed" && typeof amount === "number" ? amount : 0;
}

/** Why a slip was refused, beside its code, and what would be taken instead. */
export interface RefusedSlip {
  /** Of the legs; empty: the slip as a whole. */
  reason: string;
  /** The places of the legs that are refused. */
  legs: number[];
  /** The slip at the prices of now. */
  now: Wire[];
  /** With which it would be taken; 0: the stake is not the reason. */
  maxStake: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isWire(value: unknown): value is Wire {
  if (!isRecord(value)) return false;
  const { marketIdx, key, price, version } = value;
  return typeof key === "string" && [marketIdx, price, version].every(Number.isSafeInteger);
}

/** Reads the detail of a refusal of betProc; nothing when it has none. */
export function readRefusal(detail: unknown): RefusedSlip | undefined {
  if (!isRecord(detail)) return undefined;
  const { reason, legs, now, maxStake } = detail;
  return {
    reason: typeof reason === "string" ? reason : "",
    legs: Array.isArray(legs) ? legs.map(Number).filter(Number.isSafeInteger) : [],
    now: Array.isArray(now) ? now.filter(isWire) : [],
    maxStake: Number.isSafeInteger(maxStake) ? Number(maxStake) : 0,
  };
}
