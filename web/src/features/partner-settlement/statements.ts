import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Res } from "#shared/api/client.ts";

export type Statement = Res<"/api/partner/settlement/list">["list"][number];

/** Where a statement stands. */
const states = {
  open: { tone: "busy", text: "state.open" },
  paid: { tone: "good", text: "state.paid" },
  kept: { tone: "bad", text: "state.kept" },
} as const;

export function stateOf(row: Statement) {
  return states[row.state as keyof typeof states];
}

/** A page of statements, behind the last day of the page before. */
export function statementsQuery(before = "") {
  return queryOptions({
    queryKey: ["partner", "statements", before],
    queryFn: ({ signal }) => api.call("/api/partner/settlement/list", { before }, { signal, retries: 1 }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
}

/** Reads the file of a statement part by part, so that a large one needs no memory here. */
export async function* fileParts(day: string, signal: AbortSignal): AsyncGenerator<string> {
  let at = "";
  do {
    const part = await api.call("/api/partner/settlement/file", { day, at }, { signal, retries: 2 });
    yield part.text;
    at = part.next;
  } while (at !== "");
}

/** Tells the site that a statement did not come out equal; 0 is a sound file that is not the one of the list. */
export async function reportDifference(day: string, line: number): Promise<void> {
  await api.call("/api/partner/settlement/differs", { day, line }, { retries: 1 }).catch(() => undefined); // the page has said it
}
