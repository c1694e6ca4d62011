import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { CardQueue } from "#shared/staff/card-queue.tsx";
import { useSaid } from "#shared/staff/use-said.ts";
import { WhoDecides } from "#shared/staff/who-decides.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { ChangeCard } from "./change-card.tsx";
import { type Change, useApproveChange, useChanges } from "./details.ts";
import { RefuseDialog } from "./refuse-dialog.tsx";

/** The changes that wait for staff, and the decisions about them. */
export function Waiting({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation(["details", "admin"]);
  const query = useChanges(false, page);
  const { mutateAsync: approve } = useApproveChange();
  const confirm = useConfirm();
  const said = useSaid();
  const [refusing, setRefusing] = useState<Change | null>(null);
  // Another person decided first, or the member took it back: the list shows how it is now.
  const words = (error: unknown) => (isCode(error, "C019") ? t("admin:approval.stale") : undefined);
  const propose = (change: Change) =>
    confirm.ask({
      title: t("approveTitle", { memId: change.memId }),
      text: t("approveText"),
      more: <WhoDecides act="details.approve" />,
      confirm: t("approve"),
      run: async () => {
        const answer = await approve({ idx: change.idx });
        said(answer, t("approved"));
      },
      words,
    });
  return (
    <>
      <CardQueue query={query} none={{ title: t("none"), text: t("noneText") }} onPage={onPage}>
        {(change) => (
          <ChangeCard change={change} onRefuse={() => setRefusing(change)} onApprove={() => propose(change)} />
        )}
      </CardQueue>
      {refusing && <RefuseDialog change={refusing} words={words} onClose={() => setRefusing(null)} />}
      {confirm.dialog}
    </>
  );
}
