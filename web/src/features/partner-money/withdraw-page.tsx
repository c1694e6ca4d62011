import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBankName } from "#shared/banks.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import { usePartnerRight } from "#shared/partner/session.ts";
import { TrailPager } from "#shared/trail-pager.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ConfirmDialog } from "#shared/ui/confirm-dialog.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListPage } from "#shared/ui/list/list-page.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { useTrail } from "#shared/use-trail.ts";
import { Figures } from "./figures.tsx";
import { useCancelWithdrawal, type Withdrawal, withdrawalsQuery, withdrawTermsQuery } from "./sends.ts";
import { WithdrawForm } from "./withdraw-form.tsx";

const statuses = {
  "0": "withdraw.status.requested",
  "2": "withdraw.status.held",
  "1": "withdraw.status.done",
  "-1": "withdraw.status.cancelled",
  "-2": "withdraw.status.refused",
} as const;

function statusText(status: number) {
  const known = String(status);
  return known === "0" || known === "1" || known === "2" || known === "-1" ? statuses[known] : statuses["-2"];
}

/** Asks again, and takes a withdrawal back. */
function CancelDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose(): void }) {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const toast = useToast();
  const cancel = useCancelWithdrawal();
  return (
    <ConfirmDialog
      title={t("withdraw.cancelTitle")}
      confirm={t("withdraw.cancelConfirm", { amount: format.money(withdrawal.amount) })}
      keep={t("withdraw.keep")}
      tone="danger"
      busy={cancel.isPending}
      onConfirm={() =>
        cancel.mutate(
          { id: withdrawal.id },
          {
            onSuccess: () => {
              toast({ tone: "done", text: t("withdraw.cancelled") });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t("withdraw.cancelText")}</p>
      <Refusal box error={cancel.error} />
    </ConfirmDialog>
  );
}

/** The partner's own PT, paid to its bank account: the form, and what was asked for. */
export function WithdrawPage() {
  const { t } = useTranslation("partner-money");
  const format = useFormat();
  const bankName = useBankName();
  const mayWrite = usePartnerRight("money.write");
  const terms = useQuery(withdrawTermsQuery).data;
  const trail = useTrail<number>("withdrawals");
  const query = useQuery(withdrawalsQuery(trail.after));
  const [cancelled, setCancelled] = useState<Withdrawal | null>(null);
  const data = query.data && {
    ...query.data,
    pageInfo: { page: 1, pages: 1, total: query.data.list.length, countPerList: query.data.list.length },
  };
  const account = ({ bank, accountNo }: { bank: string; accountNo: string }) => `${bankName(bank)} ${accountNo}`;
  const columns: Column<Withdrawal>[] = [
    { key: "when", head: t("when"), phone: "when", cell: (row) => format.moment(row.requestedAt) },
    { key: "account", head: t("withdraw.account"), phone: "title", cell: account, value: account },
    {
      key: "amount",
      head: t("amount"),
      align: "end",
      phone: "amount",
      cell: (row) => <Money amount={row.amount} />,
      value: (row) => row.amount,
    },
    {
      key: "state",
      head: t("state"),
      phone: "state",
      cell: (row) => (
        <>
          {t(statusText(row.status))}{" "}
          {row.status === 0 && terms?.own && (
            <Button size="sm" variant="quiet" onClick={() => setCancelled(row)}>
              {t("withdraw.cancel")}
            </Button>
          )}
        </>
      ),
      value: (row) => t(statusText(row.status)),
    },
    { key: "reason", head: t("reason"), cell: (row) => row.memo || "–", value: (row) => row.memo },
  ];
  const figures = terms && [
    { name: t("withdraw.account"), value: terms.bank === "" ? "–" : account(terms) },
    { name: t("withdraw.free"), value: <Money amount={terms.pt} /> },
    ...(terms.held > 0 ? [{ name: t("withdraw.held"), value: <Money amount={terms.held} /> }] : []),
    ...(terms.owed > 0 ? [{ name: t("withdraw.owed"), value: <Money amount={terms.owed} tone="loss" /> }] : []),
    { name: t("withdraw.left"), value: <Money amount={terms.left} /> },
  ];
  return (
    <ListPage
      title={t("withdraw.title")}
      lead={t("withdraw.lead")}
      filters={figures && <Figures label={t("withdraw.title")} figures={figures} />}
      {...(terms && mayWrite
        ? { aside: { label: t("withdraw.submitEmpty"), content: <WithdrawForm terms={terms} /> } }
        : {})}
    >
      <div>
        <List
          density="compact"
          query={{ data, error: query.error, isError: query.isError, refetch: query.refetch }}
          caption={t("withdraw.title")}
          name="partner-withdrawals"
          rowKey={(row) => row.id}
          columns={columns}
          empty={
            <EmptyState art="history" title={t("withdraw.none")}>
              {t("withdraw.noneText")}
            </EmptyState>
          }
        />
        <TrailPager trail={trail} next={data?.next} />
      </div>
      {cancelled && <CancelDialog withdrawal={cancelled} onClose={() => setCancelled(null)} />}
    </ListPage>
  );
}
