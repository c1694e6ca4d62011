import { ApproveDialog } from "./approve-dialog.tsx";
import type { Action, Decision } from "./decisions.ts";
import type { MemberParts } from "./detail.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import type { QueueRow } from "./queues.ts";
import { RefuseDialog } from "./refuse-dialog.tsx";

/** The question of the live page that is open: the confirmation of an action or the help. */
export type Asking = { action: Action | "message"; row: QueueRow } | { action: "help" };

interface DialogsProps {
  asking: Asking;
  parts: MemberParts;
  onDecide(decision: Decision): void;
  onClose(): void;
}

export function Dialogs({ asking, parts, onDecide, onClose }: DialogsProps) {
  if (asking.action === "help") return <KeysDialog onClose={onClose} />;
  const { row } = asking;
  if (asking.action === "message") return parts.message(row.memId, onClose);
  const decide = (decision: Decision) => {
    onDecide(decision);
    onClose();
  };
  if (asking.action === "refuse") {
    return (
      <RefuseDialog row={row} onRefuse={(because) => decide({ row, action: "refuse", ...because })} onClose={onClose} />
    );
  }
  if (row.kind === "signup") return null;
  return (
    <ApproveDialog
      kind={row.kind}
      cash={row.cash}
      onApprove={(memo) => decide({ row, action: "approve", memo })}
      onClose={onClose}
    />
  );
}
