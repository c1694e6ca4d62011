import type { CashRow } from "#shared/api/types.ts";

interface Shown {
  text: "status.requested" | "status.held" | "status.done" | "status.cancelled";
  tone: "info" | "busy" | "good" | "calm" | "bad";
}

/** How a status looks (D-11): −1 and −2 are both "cancelled", −2 stands with its memo. */
const shown: Record<number, Shown> = {
  0: { text: "status.requested", tone: "info" },
  2: { text: "status.held", tone: "busy" },
  1: { text: "status.done", tone: "good" },
  [-1]: { text: "status.cancelled", tone: "calm" },
  [-2]: { text: "status.cancelled", tone: "bad" },
};

export function statusOf(row: Pick<CashRow, "status">): Shown {
  return shown[row.status] ?? { text: "status.held", tone: "busy" };
}
