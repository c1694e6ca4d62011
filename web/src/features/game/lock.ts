import type { Member } from "#shared/api/types.ts";

/** Why a member may not bet now, as the code that says so (D-34); null when they may. */
export function betLock(member: Pick<Member, "betLocked" | "betPermitted"> | null): "B1001" | "B1002" | null {
  if (member?.betLocked) return "B1002";
  if (member && !member.betPermitted) return "B1001";
  return null;
}
