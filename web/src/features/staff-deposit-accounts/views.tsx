import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import staff from "#shared/staff/staff.module.css";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar } from "#shared/ui/list/list-page.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { useSearch } from "#shared/use-search.ts";
import { type AccountView, depositAccountsQuery, depositAccountsSearch, viewsQuery } from "./accounts.ts";

/** The log of the accounts: which member saw which one when, and from where. */
export function Views() {
  const { t } = useTranslation(["admin", "accounts"]);
  const format = useFormat();
  const { search, filter, onPage } = useSearch(depositAccountsSearch);
  const { account = 0, q = "", page = 1 } = search;
  const accounts = useQuery(depositAccountsQuery).data?.list ?? [];
  const query = useQuery(viewsQuery(q.trim().toLowerCase(), account, page));
  const columns: Column<AccountView>[] = [
    {
      key: "who",
      head: t("column.memId"),
      phone: "title",
      cell: (row) => <strong>{row.memId}</strong>,
    },
    {
      key: "account",
      head: t("accounts:account"),
      phone: "amount",
      cell: (row) => (
        <>
          {row.accountNo} <span className={staff.dim}>{row.bank}</span>
        </>
      ),
    },
    { key: "at", head: t("column.at"), phone: "when", cell: (row) => format.dateTime(row.at) },
    { key: "until", head: t("accounts:until"), cell: (row) => format.dateTime(row.until) },
    { key: "ip", head: t("accounts:ip"), phone: "state", cell: (row) => row.ip || "–" },
  ];
  return (
    <>
      <ListBar
        search={{
          label: t("accounts:member"),
          value: q,
          onChange: (next) => filter({ q: next }),
        }}
      >
        <FilterSelect
          label={t("accounts:account")}
          value={account === 0 ? undefined : String(account)}
          onChange={(next) => filter({ account: next })}
          options={accounts.map(({ idx, bank, accountNo }) => ({
            value: String(idx),
            label: `${accountNo} · ${bank}`,
          }))}
        />
      </ListBar>
      <List
        density="compact"
        query={query}
        caption={t("accounts:views")}
        rowKey={(row) => row.id}
        columns={columns}
        onPage={onPage}
        empty={
          <EmptyState art="queue" title={t("accounts:viewsNone")}>
            {t("accounts:viewsNoneText")}
          </EmptyState>
        }
      />
    </>
  );
}
