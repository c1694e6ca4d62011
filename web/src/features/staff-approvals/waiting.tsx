import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { CardQueue } from "#shared/staff/card-queue.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { type Act, ApprovalCard } from "./approval-card.tsx";
import { type Approval, useApprovals, useApprove, useCancel, useRefuse } from "./approvals.ts";
import { useEffectText } from "./use-effect-text.ts";

/** The requests that wait for their second person, and the decisions about them. */
export function Waiting({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation("admin");
  const query = useApprovals(false, page);
  const { mutateAsync: approve } = useApprove();
  const { mutateAsync: refuse } = useRefuse();
  const { mutateAsync: cancel } = useCancel();
  const confirm = useConfirm();
  const toast = useToast();
  const effectText = useEffectText();
  const [refusing, setRefusing] = useState<Approval | null>(null);
  // Another person decided first, or the action itself is not possible any more: the list shows how it is now.
  const words = (error: unknown) => (isCode(error, "C019") ? t("approval.stale") : undefined);

  const act = (request: Approval, what: Act) => {
    const shown = { idx: request.idx, version: request.version };
    const { approve: verb, effect } = effectText(request);
    if (what === "refuse") {
      setRefusing(request);
    } else if (what === "approve") {
      confirm.ask({
        title: t("approval.approveTitle", { by: request.askedBy }),
        text: effect,
        confirm: verb,
        done: t("approval.approved"),
        run: () => approve(shown),
        words,
      });
    } else {
      confirm.ask({
        title: t("approval.cancelTitle"),
        text: t("approval.cancelText"),
        confirm: t("approval.cancel"),
        keep: t("approval.keep"),
        done: t("approval.cancelled"),
        run: () => cancel(shown),
        words,
      });
    }
  };
  return (
    <>
      <CardQueue query={query} none={{ title: t("approval.none"), text: t("approval.noneText") }} onPage={onPage}>
        {(request) => <ApprovalCard request={request} onAct={(what) => act(request, what)} />}
      </CardQueue>
      {refusing && (
        <ReasonDialog
          title={t("approval.refuseTitle", { by: refusing.askedBy })}
          text={t("approval.refuseText", { by: refusing.askedBy })}
          confirm={t("approval.refuse")}
          danger
          words={words}
          run={(reason) => refuse({ idx: refusing.idx, version: refusing.version, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("approval.refused") });
            setRefusing(null);
          }}
          onClose={() => setRefusing(null)}
        />
      )}
      {confirm.dialog}
    </>
  );
}
