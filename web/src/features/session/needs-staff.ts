import { isCode } from "#shared/api/error.ts";

/** Whether a refusal of the login says to ask customer service, or leaves nothing else to do. */
export function needsStaff(error: unknown): boolean {
  return isCode(error, "U002", "U004", "U011", "U012", "U018", "U019", "U020");
}
