import { useMutation, useQueryClient } from "@tanstack/react-query";
import { atom, useAtomValue, useSetAtom } from "jotai";
import { api } from "#shared/api/client.ts";
import { isCode } from "#shared/api/error.ts";
import { membersKey } from "#shared/staff/members.ts";
import { statusKey } from "#shared/staff/status.ts";
import { type QueueRow, queueKey } from "./queues.ts";

export type Action = "approve" | "refuse" | "hold";

export interface Decision {
  row: QueueRow;
  action: Action;
  /** Why it was refused, in words of staff, which the member reads; or why it is approved all the same. */
  memo?: string;
  /** The usual reason by its name; the member reads it in the own language. */
  template?: string;
}

/**
 * The progress of a decision about a row on this page: under way, accepted, refused, or waiting for a second person, who was asked. The queue
 * itself shows the outcome.
 */
export type Progress =
  | { state: "busy"; action: Action }
  | { state: "done"; action: Action }
  | { state: "asked"; action: Action }
  | { state: "failed"; action: Action; error: unknown };

const progressAtom = atom<Record<string, Progress>>({});

const setProgressAtom = atom(null, (get, set, key: string, progress: Progress | null) => {
  const { [key]: _, ...others } = get(progressAtom);
  set(progressAtom, progress === null ? others : { ...others, [key]: progress });
});

export function useProgress(): Record<string, Progress> {
  return useAtomValue(progressAtom);
}

/** Clears what was said at a row. */
export function useDismiss(): (key: string) => void {
  const set = useSetAtom(setProgressAtom);
  return (key) => set(key, null);
}

async function send({ row, action, memo = "", template = "" }: Decision): Promise<void> {
  if (row.kind === "signup") {
    const { memId } = row;
    if (action === "approve") await api.call("/api/admin/member/approve", { memId });
    else await api.call("/api/admin/member/refuse", { memId, memo });
    return;
  }
  // The values that staff saw go along with the id: the server decides about exactly these values or refuses (C019).
  const { idx, memId, amount, requestedAt } = row.cash;
  const shown = { idx, memId, amount, requestedAt };
  if (action === "approve") await api.call("/api/admin/cash/approve", memo === "" ? shown : { ...shown, reason: memo });
  else if (action === "hold") await api.call("/api/admin/cash/hold", shown);
  else await api.call("/api/admin/cash/refuse", { ...shown, memo, template });
}

/**
 * Decides. The row says at once that it is being processed, and only the server's answer makes it more than that; what the
 * server refuses stands at the row. Several can be under way.
 */
export function useDecide(): (decision: Decision) => void {
  const client = useQueryClient();
  const set = useSetAtom(setProgressAtom);
  return useMutation({
    mutationFn: send,
    onMutate: ({ row, action }) => set(row.key, { state: "busy", action }),
    onSuccess: (_, { row, action }) => set(row.key, { state: "done", action }),
    onError: (error, { row, action }) =>
      set(row.key, isCode(error, "U035") ? { state: "asked", action } : { state: "failed", action, error }),
    onSettled: (_, error, { row, action }) => {
      void client.invalidateQueries({ queryKey: statusKey });
      void client.invalidateQueries({ queryKey: membersKey });
      return client.invalidateQueries({ queryKey: queueKey(row.kind) }).then(() => {
        // A held request stays in its queue, which now says itself that it is in process.
        if (!error && action === "hold") set(row.key, null);
      });
    },
  }).mutate;
}
