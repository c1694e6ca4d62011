import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFaultText } from "#shared/i18n/fault.ts";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Icon } from "#shared/ui/icon.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { ListBar } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useToast } from "#shared/ui/toast.tsx";
import { AccountDialogs, type Open } from "./account-dialogs.tsx";
import { type DepositAccount, depositAccountsQuery, useMoveAccount } from "./accounts.ts";
import { useStale } from "./use-stale.ts";

/** The accounts with what they are used for today, and the ways to change them. */
export function AccountList({ onViews }: { onViews(account: number): void }) {
  const { t } = useTranslation(["admin", "accounts"]);
  const format = useFormat();
  const query = useQuery(depositAccountsQuery);
  const move = useMoveAccount();
  const toast = useToast();
  const stale = useStale();
  const faultText = useFaultText();
  const [open, setOpen] = useState<Open | null>(null);
  const list = query.data?.list ?? [];
  const active = list.filter((one) => one.active);

  const shift = ({ idx, version }: DepositAccount, forward: boolean) =>
    move.mutate(
      { idx, version, forward },
      { onError: (error) => toast({ tone: "warning", text: stale(error) ?? faultText(error) }) },
    );

  const columns: Column<DepositAccount>[] = [
    {
      key: "account",
      head: t("accounts:account"),
      phone: "title",
      cell: ({ bank, accountNo, accountHolder }) => (
        <>
          <strong>{accountNo}</strong> <span className={staff.dim}>{`${bank} · ${accountHolder}`}</span>
        </>
      ),
    },
    {
      key: "state",
      head: t("column.status"),
      phone: "state",
      cell: (row) => (
        <StatusPill tone={row.active ? "good" : "calm"}>
          {row.active ? t("accounts:turn", { turn: format.number(active.indexOf(row) + 1) }) : t("accounts:state.off")}
        </StatusPill>
      ),
    },
    {
      key: "since",
      head: t("accounts:since"),
      phone: "when",
      cell: (row) => (row.since ? format.date(row.since) : "–"),
    },
    { key: "shown", head: t("accounts:shown"), align: "end", cell: (row) => format.number(row.shown) },
    { key: "open", head: t("accounts:open"), align: "end", cell: (row) => format.number(row.open) },
    {
      key: "amount",
      head: t("accounts:amount"),
      align: "end",
      phone: "amount",
      cell: ({ amount, deposits }) =>
        t("accounts:sum", { amount: format.money(amount), deposits: format.number(deposits) }),
    },
    {
      key: "do",
      head: t("column.do"),
      align: "end",
      cell: (row) => {
        const number = row.accountNo;
        const turn = active.indexOf(row);
        return (
          <RowActions>
            {row.active ? (
              <>
                {active.length > 1 && (
                  <>
                    <RowButton
                      label={t("accounts:earlierOf", { number })}
                      opens={false}
                      disabled={turn === 0 || move.isPending}
                      onClick={() => shift(row, true)}
                    >
                      ↑
                    </RowButton>
                    <RowButton
                      label={t("accounts:laterOf", { number })}
                      opens={false}
                      disabled={turn === active.length - 1 || move.isPending}
                      onClick={() => shift(row, false)}
                    >
                      ↓
                    </RowButton>
                  </>
                )}
                <RowButton
                  label={t("accounts:offOf", { number })}
                  onClick={() => setOpen({ what: "off", account: row, last: active.length === 1 })}
                >
                  {t("accounts:off")}
                </RowButton>
              </>
            ) : (
              <RowButton
                label={t("accounts:useOf", { number })}
                onClick={() => setOpen({ what: "use", account: row, active })}
              >
                {t("accounts:use")}
              </RowButton>
            )}
            <RowButton label={t("accounts:viewsOf", { number })} opens={false} onClick={() => onViews(row.idx)}>
              {t("accounts:viewsShort")}
            </RowButton>
          </RowActions>
        );
      },
    },
  ];
  return (
    <>
      <ListBar
        action={
          <Button icon={<Icon name="plus" size={18} />} aria-haspopup="dialog" onClick={() => setOpen({ what: "add" })}>
            {t("accounts:add")}
          </Button>
        }
      />
      <List
        density="compact"
        query={query}
        caption={t("nav.depositAccounts")}
        rowKey={(row) => row.idx}
        columns={columns}
        above={() => (list.length > 0 && active.length === 0 ? <p role="alert">{t("accounts:noneActive")}</p> : null)}
        empty={
          <EmptyState art="queue" title={t("accounts:none")}>
            {t("accounts:noneText")}
          </EmptyState>
        }
      />
      <AccountDialogs open={open} onClose={() => setOpen(null)} />
    </>
  );
}
