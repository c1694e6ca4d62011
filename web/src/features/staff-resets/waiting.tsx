import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isCode } from "#shared/api/error.ts";
import { receiptNumber } from "#shared/receipt/number.ts";
import { ReasonDialog } from "#shared/staff/reason-dialog.tsx";
import classes from "#shared/staff/request-card.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { QueryView } from "#shared/ui/query-view.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { useToast } from "#shared/ui/toast.tsx";
import { useConfirm } from "#shared/ui/use-confirm.tsx";
import { ResetCard } from "./reset-card.tsx";
import { type Reset, secretOf, useConfirmReset, useRefuseReset, useResets } from "./resets.ts";

/** The requests that wait for staff, and the decisions about them. */
export function Waiting({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { t } = useTranslation(["admin", "api"]);
  const query = useResets(false, page);
  const { mutateAsync: confirmReset } = useConfirmReset();
  const { mutateAsync: refuse } = useRefuseReset();
  const confirm = useConfirm();
  const toast = useToast();
  const [refusing, setRefusing] = useState<Reset | null>(null);
  // Another person decided first, or the member was stopped: the list shows how it is now.
  const words = (error: unknown) => (isCode(error, "C019") ? t("approval.stale") : undefined);
  return (
    <>
      <QueryView query={query} skeleton={<Skeleton height="14rem" />}>
        {({ list, pageInfo }) =>
          list.length === 0 ? (
            <EmptyState art="queue" title={t("reset.none")}>
              {t("reset.noneText")}
            </EmptyState>
          ) : (
            <>
              <div className={classes.cards}>
                {list.map((request) => (
                  <ResetCard
                    key={request.idx}
                    request={request}
                    onRefuse={() => setRefusing(request)}
                    onConfirm={() =>
                      confirm.ask({
                        title: t("reset.confirmTitle", {
                          memId: request.memId,
                          number: receiptNumber("R", request.idx),
                        }),
                        text: t(`reset.confirmText.${secretOf(request)}`),
                        confirm: t("reset.confirm"),
                        run: async () => {
                          const answer = await confirmReset({ idx: request.idx });
                          toast(
                            answer === "asked"
                              ? { tone: "info", text: t("api:U035") }
                              : { tone: "done", text: t("reset.confirmed") },
                          );
                        },
                        words,
                      })
                    }
                  />
                ))}
              </div>
              <Pager page={pageInfo.page} pages={pageInfo.pages} onPage={onPage} />
            </>
          )
        }
      </QueryView>
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
