import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { receiptNumber } from "#shared/receipt/number.ts";
import { CardQueue } from "#shared/staff/card-queue.tsx";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { ResetCard } from "./reset-card.tsx";
import { type Reset, secretOf, useConfirmReset, useRefuseReset, useResets } from "./resets.ts";

/** The requests that wait for staff, and the decisions about them. */
export function Waiting({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation(["admin"]);
  const query = useResets(false, page);
  const { mutateAsync: confirmReset } = useConfirmReset();
  const { mutateAsync: refuse } = useRefuseReset();
  const confirm = useConfirm();
  const toast = useToast();
  const said = useSaid();
  const [refusing, setRefusing] = useState<Reset | null>(null);
  // Another person decided first, or the member was stopped: the list shows how it is now.
  const words = (error: unknown) => (isCode(error, "C019") ? t("approval.stale") : undefined);
  return (
    <>
      <CardQueue query={query} none={{ title: t("reset.none"), text: t("reset.noneText") }} onPage={onPage}>
        {(request) => (
          <ResetCard
            request={request}
            onRefuse={() => setRefusing(request)}
            onConfirm={() =>
              confirm.ask({
                title: t("reset.confirmTitle", {
                  memId: request.memId,
                  number: receiptNumber("R", request.idx),
                }),
                text: t(`reset.confirmText.${secretOf(request)}`),
                more: <WhoDecides act="reset.confirm" />,
                confirm: t("reset.confirm"),
                run: async () => {
                  const answer = await confirmReset({ idx: request.idx });
                  said(answer, t("reset.confirmed"));
                },
                words,
              })
            }
          />
        )}
      </CardQueue>
      {refusing && (
        <ReasonDialog
          title={t("reset.refuseTitle", { memId: refusing.memId })}
          text={t("reset.refuseText")}
          confirm={t("reset.refuse")}
          danger
          words={words}
          run={(reason) => refuse({ idx: refusing.idx, reason })}
          onDone={() => {
            toast({ tone: "done", text: t("reset.refused") });
            setRefusing(null);
          }}
          onClose={() => setRefusing(null)}
        />
      )}
      {confirm.dialog}
    </>
  );
}
