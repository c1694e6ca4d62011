import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import classes from "#shared/staff/request-card.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
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
      <QueryView query={query} skeleton={<Skeleton height="14rem" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="queue" title={t("approval.none")}>
              {t("approval.noneText")}
            </EmptyState>
          ) : (
            <>
              <div className={classes.cards}>
                {list.map((request) => (
                  <ApprovalCard key={request.idx} request={request} onAct={(what) => act(request, what)} />
                ))}
              </div>
              <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={onPage} />
            </>
          )
        }
      </QueryView>
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
