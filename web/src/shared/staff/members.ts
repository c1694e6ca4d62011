import type { Res } from "../api/client.ts";

/** A member as staff sees them. */
export type MemberRow = Res<"/api/admin/member/list">["list"][number];

/** Goes stale with every decision: a member's cash, status and history may have changed. */
export const membersKey = ["members"] as const;
